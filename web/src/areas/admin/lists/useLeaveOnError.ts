import { useEffect, useEffectEvent } from "react";

/** A page about something that can't be read is left. What went wrong is said where all failures are. */
export function useLeaveOnError(isError: boolean, leave: (options: { replace: boolean }) => void): void {
  const leaveNow = useEffectEvent(() => leave({ replace: true }));
  useEffect(() => {
    if (isError) leaveNow();
  }, [isError]);
}
