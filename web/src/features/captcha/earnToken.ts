import type { Challenge, Solution } from "./solve";

/** The forms that the server asks for a captcha. A token is good for one of them, once. */
export type CaptchaPurpose =
  "register" | "vendor" | "charity" | "forgot-password" | "resend" | "sign-in" | "contact";

export interface EarnedToken {
  token: string;
  /** How long the server takes it. */
  livesMs: number;
}

function solveInWorker(challenge: Challenge, signal: AbortSignal): Promise<Solution> {
  const worker = new Worker(new URL("./solver.worker.ts", import.meta.url), { type: "module" });
  const solved = new Promise<Solution>((resolve, reject) => {
    const fail = () => reject(new Error("The captcha's work could not be done"));
    worker.addEventListener("message", ({ data }: MessageEvent<Solution | undefined>) =>
      data ? resolve(data) : fail(),
    );
    worker.addEventListener("error", fail);
    signal.addEventListener("abort", fail);
  });
  worker.postMessage(challenge, []);
  return solved.finally(() => worker.terminate());
}

/** Gets work from the server, does it, and gives what proves it. */
export async function earnToken(
  challengeUrl: string,
  purpose: CaptchaPurpose,
  signal: AbortSignal,
): Promise<EarnedToken> {
  const response = await fetch(`${challengeUrl}?${new URLSearchParams({ purpose })}`, { signal });
  if (!response.ok) throw new Error(`The captcha's challenge came with ${response.status}`);
  const challenge = (await response.json()) as Challenge;
  // By the server's clock, because the visitor's may be wrong by hours.
  const now = Date.parse(response.headers.get("date") ?? "") || Date.now();
  const solution = await solveInWorker(challenge, signal);
  return {
    token: btoa(JSON.stringify({ challenge, solution })),
    livesMs: challenge.parameters.expiresAt * 1000 - now,
  };
}
