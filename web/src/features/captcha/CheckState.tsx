import type { ReactNode } from "react";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { Spinner } from "@/ui/layout/Spinner";

interface CheckStateProps {
  state: "waiting" | "checking" | "done" | "failed";
  onRetry?: () => void;
}

/** Returns the state of a check that has no token yet. */
export function openStateOf({ isError, isFetching }: { isError: boolean; isFetching: boolean }) {
  return isError && !isFetching ? "failed" : "checking";
}

/** Shows the state of the check. The status element is always rendered, so that screen readers announce each change. */
export function CheckState({ state, onRetry }: CheckStateProps) {
  const looks: Record<CheckStateProps["state"], [sign: ReactNode, text: string]> = {
    waiting: [<Icon key="sign" name="shield-check" size={22} />, m.captcha_waiting()],
    checking: [<Spinner key="sign" className="m-px" />, m.captcha_checking()],
    done: [<Icon key="sign" name="circle-check" size={22} className="text-success" />, m.captcha_done()],
    failed: [
      <Icon key="sign" name="circle-exclamation-point" size={22} className="text-danger" />,
      m.captcha_failed(),
    ],
  };
  const [sign, text] = looks[state];
  return (
    <div className="flex min-h-14 items-center gap-3 rounded-control bg-surface-quiet px-4 py-2 text-sm">
      {sign}
      <p role="status" className="grow">
        {text}
      </p>
      {state === "failed" && (
        <Button size="small" onClick={onRetry}>
          {m.captcha_retry()}
        </Button>
      )}
    </div>
  );
}
