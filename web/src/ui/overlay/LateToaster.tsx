import { Suspense, useState } from "react";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { useAfterHydration } from "@/ui/useAfterHydration";

interface LateProps {
  onMissing: () => void;
}

const Toaster = lazyPiece<LateProps>(
  async () => (await import("./Toaster")).Toaster,
  ({ onMissing }) => onMissing(),
);

/** Pause before another attempt to load the toaster: without it, errors would not be shown. */
const AGAIN_AFTER_MS = 5_000;
const MAX_TRIES = 6;

/** Toasts for light pages: their code is loaded after the page is shown. */
export function LateToaster() {
  const isUp = useAfterHydration(() => true, false);
  const [tries, setTries] = useState(1);
  const again = () => {
    if (tries < MAX_TRIES) setTimeout(() => setTries(tries + 1), AGAIN_AFTER_MS);
  };
  return <Suspense>{isUp && <Toaster key={tries} onMissing={again} />}</Suspense>;
}
