import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { invalidate } from "@/api/reading";
import { ReasonDialog } from "@/features/counter/ReasonDialog";
import { m } from "@/i18n";
import { USERS, type User } from "./queries";

interface ResetSecondStepDialogProps {
  user: Pick<User, "id" | "displayName" | "email">;
  onDone: () => void;
  onClose: () => void;
}

/** Dialog that removes all second steps of a person who has lost them, with a reason. */
export function ResetSecondStepDialog({ user, onDone, onClose }: ResetSecondStepDialogProps) {
  const { id, displayName: name, email } = user;
  const client = useQueryClient();
  const reset = useMutation({
    mutationFn: (reason: string) =>
      call("post", "/api/v1/Accounts/{id}/second-factors/reset", { path: { id }, body: { reason } }),
    onSuccess: () => {
      onDone();
      onClose();
      void invalidate(client, USERS);
    },
  });
  return (
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
      onClose={onClose}
    />
  );
}

/** Result of a reset, and the person's next step. */
export function SecondStepWasReset({ name }: { name: string }) {
  return (
    <>
      <p>{m.users_factors_reset_done({ name })}</p>
      <p>{m.users_factors_reset_next()}</p>
    </>
  );
}
