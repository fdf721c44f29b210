import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { invalidate } from "@/api/reading";
import { m } from "@/i18n";
import { ReasonDialog } from "@/features/counter/ReasonDialog";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { Notice } from "@/ui/Notice";
import { USERS, type User } from "@/areas/admin/kit/people/queries";

/** What has happened stands below the form: nobody should have to look for it. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

/** Whether somebody signs in with a second step; where all of theirs are lost, the way to a new one. */
export function SecondFactors({ user }: { user: User }) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const { displayName: name, email } = user;
  const reset = useMutation({
    mutationFn: (reason: string) =>
      call("post", "/api/v1/Accounts/{id}/second-factors/reset", { path: { id: user.id }, body: { reason } }),
    onSuccess: async () => {
      await invalidate(client, USERS);
      setIsAsking(false);
    },
  });
  if (user.hasSecondFactor === null) return null;
  return (
    <section className="mt-8 border-t border-line pt-6">
      <h3 className="text-lg">{m.users_factors()}</h3>
      {reset.isSuccess && (
        <div ref={showWhole}>
          <Notice tone="success" className="mt-3">
            <p>{m.users_factors_reset_done({ name })}</p>
            <p>{m.users_factors_reset_next()}</p>
          </Notice>
        </div>
      )}
      {!reset.isSuccess && (
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
        <ReasonDialog
          title={m.users_factors_reset_title({ name })}
          text={
            <>
              <p>{m.users_factors_reset_removes({ name, email })}</p>
              <p>{m.users_factors_reset_ends()}</p>
              <p>{m.users_factors_reset_next()}</p>
              <p className="font-semibold">{m.users_factors_reset_care({ name })}</p>
            </>
          }
          hint={m.users_factors_reset_hint()}
          confirmLabel={m.users_factors_reset()}
          isDangerous
          onConfirm={reset.mutateAsync}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}
