import { useState } from "react";
import { call } from "@/api/client";
import { useSave } from "@/areas/portal/kit/useSave";
import { USERS, type User, type UserDetail } from "./queries";
import { ReasonDialog } from "@/features/counter/ReasonDialog";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { Button } from "@/ui/form/Button";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { Notice } from "@/ui/layout/Notice";

interface ClosingRequestProps {
  user: User;
  /** All roles of the person. */
  roles: readonly Pick<User, "role">[];
  /** Reason why this user may not decide; null if they may. */
  refusal: UserDetail["closingRefusal"];
  onClosed: () => void;
}

/**
 * Request of a colleague to close their account, which an authorized administrator grants or
 * declines.
 */
export function ClosingRequest({ user, roles, refusal, onClosed }: ClosingRequestProps) {
  const profile = useProfile();
  const [asked, setAsked] = useState<"close" | "decline">();
  if (user.closingAskedAt === null || !isAdministrator(profile)) return null;
  const isWatched = roles.some(({ role }) => role === "SUPER_ADMINISTRATOR" || role === "ADMINISTRATOR");
  const mayDecide =
    user.id !== profile?.userId && (!isWatched || profile?.roles.includes("SUPER_ADMINISTRATOR"));
  const elsewhere = isWatched ? m.users_closing_super() : m.users_closing_colleague();
  const whyNot = mayDecide ? refusal?.errorMessage : elsewhere;
  const hide = () => setAsked(undefined);
  return (
    <Notice className="mb-6">
      <p>{m.users_closing_asked({ name: user.displayName, day: formatDay(user.closingAskedAt) })}</p>
      {mayDecide && refusal === null ? (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button aria-haspopup="dialog" onClick={() => setAsked("close")}>
            {m.users_closing_close()}
          </Button>
          <Button aria-haspopup="dialog" variant="quiet" onClick={() => setAsked("decline")}>
            {m.users_closing_decline()}
          </Button>
        </div>
      ) : (
        <p className="mt-2">{whyNot}</p>
      )}
      {asked === "close" && <CloseDialog user={user} onClose={hide} onClosed={onClosed} />}
      {asked === "decline" && <DeclineDialog user={user} onClose={hide} />}
    </Notice>
  );
}

interface DialogProps {
  user: User;
  onClose: () => void;
}

function CloseDialog({
  user: { id, displayName: name },
  onClose,
  onClosed,
}: DialogProps & { onClosed: () => void }) {
  const { mutation } = useSave<undefined>({
    save: () => call("post", "/api/v1/Accounts/{id}/closed", { path: { id } }),
    saved: m.users_closing_closed({ name }),
    invalidates: USERS,
    onSaved: onClosed,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.users_closing_title({ name })}
      confirmLabel={m.users_closing_close()}
      isDangerous
      mutation={mutation}
      variables={undefined}
    >
      {m.users_closing_text({ name })}
    </ConfirmDialog>
  );
}

function DeclineDialog({ user: { id, displayName: name }, onClose }: DialogProps) {
  const { mutation } = useSave<string>({
    save: (reason) =>
      call("post", "/api/v1/Accounts/{id}/closing-declined", { path: { id }, body: { reason } }),
    saved: m.users_closing_declined({ name }),
    invalidates: USERS,
    onSaved: onClose,
  });
  return (
    <ReasonDialog
      title={m.users_closing_decline_title({ name })}
      text={<p>{m.users_closing_decline_text({ name })}</p>}
      hint={m.users_closing_decline_hint()}
      confirmLabel={m.users_closing_decline()}
      onConfirm={mutation.mutateAsync}
      onClose={onClose}
    />
  );
}
