import { useState } from "react";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { Notice } from "@/ui/layout/Notice";
import { ResetSecondStepDialog, SecondStepWasReset } from "@/areas/portal/kit/people/ResetSecondStepDialog";
import type { User } from "@/areas/portal/kit/people/queries";

/** Scrolls the result below the form into view. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

/** Second step of a person, with the reset for those who have lost theirs. */
export function SecondFactors({ user }: { user: User }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isReset, setIsReset] = useState(false);
  const { displayName: name } = user;
  if (user.hasSecondFactor === null) return null;
  return (
    <section className="mt-8 border-t border-line pt-6">
      <h3 className="text-lg">{m.users_factors()}</h3>
      {isReset ? (
        <div ref={showWhole}>
          <Notice tone="success" className="mt-3">
            <SecondStepWasReset name={name} />
          </Notice>
        </div>
      ) : (
        <p className="mt-2 text-ink-soft">
          {user.hasSecondFactor ? m.users_factors_on({ name }) : m.users_factors_off({ name })}
        </p>
      )}
      {user.hasSecondFactor && (
        <Button aria-haspopup="dialog" onClick={() => setIsAsking(true)} className="mt-4">
          <Icon name="rotate-cw" size={20} />
          {m.users_factors_reset()}
        </Button>
      )}
      {isAsking && (
        <ResetSecondStepDialog
          user={user}
          onDone={() => setIsReset(true)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}
