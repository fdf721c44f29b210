import { Suspense, useState } from "react";
import { adminPaths } from "@/adminPaths";
import { CaseMenu, type CaseAction } from "@/areas/portal/kit/cases/CaseMenu";
import { useOrigin } from "@/areas/portal/kit/origin";
import { isSwitchedOn, mayManage, maySwitch } from "@/areas/portal/kit/people/authority";
import { managePath } from "@/areas/portal/kit/people/managePath";
import type { UserDetail } from "@/areas/portal/kit/people/queries";
import { switchAction } from "@/areas/portal/kit/status";
import { m } from "@/i18n";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import type { PersonDossier } from "./queries";

const SendMailDialog = lazyPiece(
  async () => (await import("@/areas/portal/kit/people/SendMailDialog")).SendMailDialog,
  ({ onClose }) => onClose(),
);

const SwitchAccountDialog = lazyPiece(
  async () => (await import("@/areas/portal/kit/people/SwitchAccountDialog")).SwitchAccountDialog,
  ({ onClose }) => onClose(),
);

const ResetSecondStepDialog = lazyPiece(
  async () => (await import("@/areas/portal/kit/people/ResetSecondStepDialog")).ResetSecondStepDialog,
  ({ onClose }) => onClose(),
);

const RaiseLimit = lazyPiece(
  async () => (await import("./limits")).RaiseLimit,
  ({ onClose }) => onClose(),
);

interface PersonMenuProps {
  person: PersonDossier;
  /** `undefined` while it loads, and for a closed account. */
  account: UserDetail | undefined;
  onSecondStepReset: () => void;
}

/** Menu of actions on a person: help to sign in, manage roles, deactivate the account. */
export function PersonMenu({ person, account, onSecondStepReset }: PersonMenuProps) {
  const { id, name: note, isClosed } = person;
  const [asked, setAsked] = useState<"mail" | "switch" | "limit" | "step">();
  const profile = useProfile();
  const origin = useOrigin();
  const user = account?.roles[0];
  // The customer role can't be managed.
  const managed = account?.roles.find(
    (each) => profile && each.role !== "CONSUMER" && mayManage(profile, each),
  );
  const actions: CaseAction[] = [];
  if (profile && user && maySwitch(profile, user)) {
    actions.push({
      label: user.isInvited ? m.users_resend_invitation() : m.users_send_reset(),
      note,
      icon: user.isInvited ? "mail" : "key-round",
      run: () => setAsked("mail"),
      isDisabled: user.lockoutEnabled,
    });
  }
  if (user?.hasSecondFactor && id !== profile?.userId) {
    actions.push({
      label: m.users_factors_reset(),
      note,
      icon: "rotate-cw",
      run: () => setAsked("step"),
    });
  }
  if (managed) {
    actions.push({
      label: m.helpdesk_manage_person(),
      note,
      icon: "users",
      to: managePath(id, managed.userRoleId),
      state: origin && { helpdesk: origin },
      isBeside: true,
    });
  }
  if (!isClosed && id !== profile?.userId) {
    actions.push({
      label: m.helpdesk_limit_raise(),
      note,
      icon: "banknote",
      run: () => setAsked("limit"),
    });
  }
  actions.push({ label: m.log_of_this(), note, icon: "shield-check", to: adminPaths.logOf(id) });
  if (profile && user && maySwitch(profile, user)) {
    const isOn = isSwitchedOn(user, isAdministrator(profile));
    actions.push({ ...switchAction(isOn, () => setAsked("switch")), note });
  }
  const close = () => setAsked(undefined);
  return (
    <>
      <CaseMenu actions={actions} />
      <Suspense>
        {asked === "mail" && user && <SendMailDialog user={user} onClose={close} />}
        {asked === "limit" && <RaiseLimit id={id} onClose={close} />}
        {asked === "step" && user && (
          <ResetSecondStepDialog user={user} onDone={onSecondStepReset} onClose={close} />
        )}
        {asked === "switch" && user && <SwitchAccountDialog user={user} onClose={close} />}
      </Suspense>
    </>
  );
}
