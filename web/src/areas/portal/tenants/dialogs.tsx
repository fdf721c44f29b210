// Dialogs for decisions about a vendor or charity: activate or deactivate, reject a registration,
// close a shop.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import * as z from "zod/mini";
import { adminPaths } from "@/adminPaths";
import { ApiError } from "@/api/error";
import { invalidate, reading } from "@/api/reading";
import { useListNavigation } from "@/areas/portal/kit/listNavigation";
import { SwitchDialog, type Status } from "@/areas/portal/kit/status";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { withQuery } from "@/paths";
import { FormTextArea } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { optionalText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/form/Button";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { Dialog } from "@/ui/overlay/Dialog";
import { toast } from "@/ui/overlay/toast";
import type { TenantConfig, TenantItem } from "./config";
import { missingState } from "./missing";

interface TenantDialogProps {
  config: TenantConfig;
  tenant: TenantItem;
  onClose: () => void;
}

/** Activating a registration approves it. */
const APPROVING = {
  title: m.tenants_approve_title,
  confirm: m.tenants_approve,
  done: m.tenants_approved,
};

/**
 * Dialog that activates or deactivates. If fields are missing, it leads to the form, which marks
 * them.
 */
export function SwitchTenantDialog({ config, tenant, onClose }: TenantDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { at } = useListNavigation(config);
  const { labels } = config;
  const isNew = tenant.state === "PENDING" || tenant.state === "REJECTED";

  const set = async (status: Status) => {
    await config.setStatus(tenant.id, status);
    await invalidate(client, config.invalidates);
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
    void navigate(at(config.paths.edit(tenant.id)), { state: missingState(missing) });
  };
  return (
    <SwitchDialog
      name={tenant.displayName}
      isActive={tenant.isActive}
      activating={isNew ? APPROVING : undefined}
      onSwitch={set}
      onFailure={complete}
      onClose={onClose}
    >
      {tenant.isActive ? labels.deactivate() : isNew ? labels.approve() : labels.activate()}
    </SwitchDialog>
  );
}

const MAX_REASON_LENGTH = 1000;

/** Dialog that rejects a registration. The reason is included in the email. */
export function RejectDialog({ config, tenant, onClose }: TenantDialogProps) {
  const schema = z.object({ reason: optionalText(m.tenants_reason(), MAX_REASON_LENGTH) });
  const form = useZodForm(schema, { reason: "" });
  const { isSubmitting } = form.formState;
  const { submit } = useSave({
    save: ({ reason }: { reason: string }) => config.reject(tenant.id, reason),
    saved: m.tenants_rejected_done(),
    invalidates: config.invalidates,
    onSaved: onClose,
  });
  return (
    <Dialog
      isOpen
      onClose={() => {
        if (!isSubmitting) onClose();
      }}
      title={m.tenants_reject_title({ name: tenant.displayName })}
    >
      <Form
        form={form}
        onSubmit={submit}
        submitLabel={m.tenants_reject()}
        isUnguarded
        aside={
          <Button variant="quiet" onClick={onClose} disabled={isSubmitting}>
            {m.kit_cancel()}
          </Button>
        }
      >
        <p className="mb-5">{config.labels.reject()}</p>
        <FormTextArea name="reason" label={m.tenants_reason()} hint={m.tenants_reason_hint()} isOptional />
      </Form>
    </Dialog>
  );
}

interface CloseDialogProps extends TenantDialogProps {
  close: NonNullable<TenantConfig["close"]>;
}

/** Dialog that closes a shop that has stopped selling, once its cards have no balance left. */
export function CloseDialog(props: CloseDialogProps) {
  const { tenant, onClose } = props;
  const summary = useQuery(reading("/api/v1/Vendors/summary", { query: { tenantId: tenant.id } }));
  const { data } = summary;
  // The question depends on the balance. If it can't be loaded, the server decides.
  if (summary.isPending) return null;
  if (!data || data.totalBalance === 0) return <ConfirmClosing {...props} />;
  return (
    <Dialog isOpen onClose={onClose} title={m.tenants_close_title({ name: tenant.displayName })}>
      <p>{m.tenants_close_balance({ amount: formatMoney(data.totalBalance) })}</p>
      <p className="mt-2">{m.tenants_close_refund()}</p>
      <p className="mt-4">
        <Link
          to={withQuery(adminPaths.vendorArea(tenant.id).cards(), {
            orderBy: "cardBalance",
            direction: "Desc",
          })}
        >
          {m.tenants_close_cards()}
        </Link>
      </p>
    </Dialog>
  );
}

function ConfirmClosing({ config, tenant, close, onClose }: CloseDialogProps) {
  const client = useQueryClient();
  const name = tenant.displayName;
  const mutation = useMutation({
    mutationFn: async () => {
      await close(tenant.id);
      await invalidate(client, config.invalidates);
    },
    onSuccess: () => toast.success(m.tenants_closed_done({ name })),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.tenants_close_title({ name })}
      confirmLabel={m.tenants_close()}
      isDangerous
      mutation={mutation}
      variables={undefined}
    >
      {m.tenants_close_text()}
    </ConfirmDialog>
  );
}
