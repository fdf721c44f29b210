import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { ApiError } from "@/api/error";
import { SwitchDialog, type Status } from "@/areas/admin/lists/SwitchDialog";
import { m } from "@/i18n";
import { toast } from "@/ui/toast";
import type { TenantItem, TenantsAbout } from "./about";
import { missingState } from "./missing";

interface SwitchTenantDialogProps {
  about: TenantsAbout;
  tenant: TenantItem;
  onClose: () => void;
}

/** Activates or deactivates. Who can't be activated yet is completed first: the form shows what is missing. */
export function SwitchTenantDialog({ about, tenant, onClose }: SwitchTenantDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { words } = about;
  const isNew = tenant.state === "PENDING" || tenant.state === "REJECTED";

  const set = async (status: Status) => {
    await about.setStatus(tenant.id, status);
    await client.invalidateQueries({ queryKey: about.outdated });
  };
  const complete = (error: Error) => {
    if (!(error instanceof ApiError)) return;
    const missing = error.fields;
    if (Object.keys(missing).length === 0) {
      toast.error(error.errorMessage);
      return;
    }
    toast.info(m.tenants_incomplete({ name: tenant.displayName }));
    onClose();
    void navigate(about.places.edit(tenant.id), { state: missingState(missing) });
  };
  return (
    <SwitchDialog
      name={tenant.displayName}
      isActive={tenant.isActive}
      onSwitch={set}
      onFailure={complete}
      onClose={onClose}
    >
      {tenant.isActive ? words.deactivate() : isNew ? words.approve() : words.activate()}
    </SwitchDialog>
  );
}
