// Solves challenges in a worker, so that the page stays responsive. Replies with the solution, or with nothing.
import { solve, type Challenge } from "./solve";

const MAX_LANES = 4;

addEventListener("message", ({ data }: MessageEvent<Challenge>) => {
  const lanes = Math.min(navigator.hardwareConcurrency || 1, MAX_LANES);
  solve(data, lanes).then(
    (solution) => postMessage(solution),
    () => postMessage(undefined),
  );
});
