// What an administrator may do with a vendor or charity as it stands.
import { Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { m } from "@/i18n";
import { Button } from "@/ui/Button";
import { lazyPiece } from "@/ui/lazyPiece";
import type { TenantConfig } from "./config";
import { missingState } from "./missing";
import type { Tenant } from "./values";

const dialogs = () => import("./dialogs");
const SwitchTenantDialog = lazyPiece(
  async () => (await dialogs()).SwitchTenantDialog,
  (asked) => asked.onClose(),
);
const RejectDialog = lazyPiece(
  async () => (await dialogs()).RejectDialog,
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

export function StateActions({ config, tenant }: StateActionsProps) {
  const [asked, setAsked] = useState<"switch" | "reject" | "close">();
  const navigate = useNavigate();
  const { id, state, isActive, closedAt, missingFields } = tenant;
  const isNew = state === "PENDING" || state === "REJECTED";
  const dialog = { config, tenant, onClose: () => setAsked(undefined) };
  const switchOrComplete = () => {
    if (isActive || missingFields.length === 0) {
      setAsked("switch");
      return;
    }
    const missing = Object.fromEntries(missingFields.map((path) => [path, path]));
    void navigate(config.paths.edit(id), { state: missingState(missing) });
  };
  return (
    <>
      {state === "PENDING" && (
        <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAsked("reject")}>
          {m.tenants_reject()}
        </Button>
      )}
      {config.close && state === "INACTIVE" && !closedAt && (
        <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAsked("close")}>
          {m.tenants_close()}
        </Button>
      )}
      <Button variant={isNew ? "primary" : "quiet"} aria-haspopup="dialog" onClick={switchOrComplete}>
        {isActive ? m.lists_deactivate() : isNew ? m.tenants_approve() : m.lists_activate()}
      </Button>
      <Suspense>
        {asked === "switch" && <SwitchTenantDialog {...dialog} />}
        {asked === "reject" && <RejectDialog {...dialog} />}
        {asked === "close" && config.close && <CloseDialog {...dialog} close={config.close} />}
      </Suspense>
    </>
  );
}
