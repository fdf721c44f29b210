// Actions of an administrator on a vendor or charity, by its state.
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { adminPaths } from "@/adminPaths";
import { CaseMenu, type CaseAction } from "@/areas/portal/kit/cases/CaseMenu";
import { useListNavigation } from "@/areas/portal/kit/listNavigation";
import { switchAction } from "@/areas/portal/kit/status";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { viewAsAction, type TenantConfig } from "./config";
import { missingState } from "./missing";
import { staffQuery } from "./staff";
import type { Tenant } from "./values";

const dialogs = () => import("./dialogs");
const SwitchTenantDialog = lazyPiece(
  async () => (await dialogs()).SwitchTenantDialog,
  (asked) => asked.onClose(),
);
const SendMailDialog = lazyPiece(
  async () => (await import("@/areas/portal/kit/people/SendMailDialog")).SendMailDialog,
  ({ onClose }) => onClose(),
);
const RejectDialog = lazyPiece(
  async () => (await dialogs()).RejectDialog,
  (asked) => asked.onClose(),
);
const AskDialog = lazyPiece(
  async () => (await import("./AskDialog")).AskDialog,
  (asked) => asked.onClose(),
);
const CloseDialog = lazyPiece(
  async () => (await dialogs()).CloseDialog,
  (asked) => asked.onClose(),
);

interface StateActionsProps {
  config: TenantConfig;
  tenant: Tenant;
}

/**
 * Actions on a vendor or charity. A registration has a button for its decision; all else is in the
 * menu.
 */
export function StateActions({ config, tenant }: StateActionsProps) {
  const [asked, setAsked] = useState<"switch" | "reject" | "close" | "mail" | "ask">();
  const navigate = useNavigate();
  const { at } = useListNavigation(config);
  const { id, displayName: note, state, isActive, closedAt, missingFields } = tenant;
  // The welcome email invites the contact person until they have chosen a password.
  const { data: staff } = useQuery(staffQuery(id));
  const invited = staff?.items.find(
    ({ isInvited, email, lockoutEnabled }) =>
      isInvited && !lockoutEnabled && email === tenant.primaryContact.email,
  );
  const isNew = state === "PENDING" || state === "REJECTED";
  const dialog = { config, tenant, onClose: () => setAsked(undefined) };
  const switchOrComplete = () => {
    if (isActive || missingFields.length === 0) {
      setAsked("switch");
      return;
    }
    const missing = Object.fromEntries(missingFields.map((path) => [path, path]));
    void navigate(at(config.paths.edit(id)), { state: missingState(missing) });
  };
  const actions: CaseAction[] = [{ ...viewAsAction(config, id), note }];
  if (!isNew) {
    const area = config.close ? adminPaths.vendorArea(id) : adminPaths.charityArea(id);
    actions.push({ label: m.payouts_title(), note, icon: "banknote", to: area.payouts() });
    actions.push({ label: m.reports_reporting(), note, icon: "chart-column", to: area.reporting() });
  }
  actions.push({ label: m.log_of_this(), note, icon: "shield-check", to: adminPaths.logOf(id) });
  if (invited) {
    actions.push({
      label: m.users_resend_invitation(),
      note: invited.email,
      icon: "mail",
      run: () => setAsked("mail"),
    });
  }
  if (!isNew) actions.push({ ...switchAction(isActive, switchOrComplete), note });
  if (state === "PENDING" && missingFields.length > 0) {
    actions.push({
      label: config.close ? m.tenants_ask_shop() : m.tenants_ask_charity(),
      note,
      icon: "mail",
      run: () => setAsked("ask"),
    });
  }
  if (state === "PENDING") {
    actions.push({
      label: m.tenants_reject(),
      note,
      icon: "circle-x",
      isDangerous: true,
      run: () => setAsked("reject"),
    });
  }
  if (config.close && state === "INACTIVE" && !closedAt) {
    actions.push({
      label: m.tenants_close(),
      note,
      icon: "lock",
      isDangerous: true,
      run: () => setAsked("close"),
    });
  }
  return (
    <>
      {isNew && (
        <Button variant="primary" aria-haspopup="dialog" onClick={switchOrComplete}>
          {m.tenants_approve()}
        </Button>
      )}
      <CaseMenu actions={actions} />
      <Suspense>
        {asked === "mail" && invited && <SendMailDialog user={invited} onClose={dialog.onClose} />}
        {asked === "switch" && <SwitchTenantDialog {...dialog} />}
        {asked === "reject" && <RejectDialog {...dialog} />}
        {asked === "ask" && <AskDialog {...dialog} />}
        {asked === "close" && config.close && <CloseDialog {...dialog} close={config.close} />}
      </Suspense>
    </>
  );
}
