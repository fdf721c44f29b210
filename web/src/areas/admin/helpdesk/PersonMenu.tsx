import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { adminPaths } from "@/adminPaths";
import { CaseMenu, type CaseAction } from "@/areas/admin/kit/cases/CaseMenu";
import { isSwitchedOn, maySwitch } from "@/areas/admin/kit/people/authority";
import { userQuery } from "@/areas/admin/kit/people/queries";
import { switchAction } from "@/areas/admin/kit/status";
import { m } from "@/i18n";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { lazyPiece } from "@/ui/lazyPiece";
import type { PersonDossier } from "./queries";

const SendMailDialog = lazyPiece(
  async () => (await import("@/areas/admin/kit/people/SendMailDialog")).SendMailDialog,
  ({ onClose }) => onClose(),
);

const SwitchAccountDialog = lazyPiece(
  async () => (await import("@/areas/admin/kit/people/SwitchAccountDialog")).SwitchAccountDialog,
  ({ onClose }) => onClose(),
);

const RaiseLimit = lazyPiece(
  async () => (await import("./limits")).RaiseLimit,
  ({ onClose }) => onClose(),
);

interface PersonMenuProps {
  person: PersonDossier;
}

/** What can be done about a person: help them in, change what they may do, switch their account off. */
export function PersonMenu({ person }: PersonMenuProps) {
  const { id, name: note, isClosed } = person;
  const [asked, setAsked] = useState<"mail" | "switch" | "limit">();
  const profile = useProfile();
  // Their roles as those who manage accounts see them: the highest first.
  const account = useQuery({ ...userQuery(id), enabled: !isClosed }).data;
  const user = account?.roles[0];
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
  // Who only buys has nothing that is managed.
  if (!isClosed && person.roles.some(({ role }) => role !== "CONSUMER")) {
    actions.push({
      label: m.helpdesk_manage_person(),
      note,
      icon: "users",
      to: adminPaths.users.one(id),
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
        {asked === "switch" && user && <SwitchAccountDialog user={user} onClose={close} />}
      </Suspense>
    </>
  );
}
