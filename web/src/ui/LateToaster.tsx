import { Suspense, useState } from "react";
import { lazyPiece } from "./lazyPiece";
import { useAfterHydration } from "./useAfterHydration";

interface LateProps {
  onMissing: () => void;
}

const Toaster = lazyPiece<LateProps>(
  async () => (await import("./Toaster")).Toaster,
  ({ onMissing }) => onMissing(),
);

/** A visit without messages would be silent about everything that goes wrong. */
const AGAIN_AFTER_MS = 5_000;
const MAX_TRIES = 6;

/** For pages that have to be light: what draws messages comes when the page stands, before anything goes wrong. */
export function LateToaster() {
  const isUp = useAfterHydration(() => true, false);
  const [tries, setTries] = useState(1);
  const again = () => {
    if (tries < MAX_TRIES) setTimeout(() => setTries(tries + 1), AGAIN_AFTER_MS);
  };
  return <Suspense>{isUp && <Toaster key={tries} onMissing={again} />}</Suspense>;
}
