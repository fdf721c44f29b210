import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import { useNavigate } from "react-router";
import type { ZodMiniType } from "zod/mini";
import { m } from "@/i18n";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { Page } from "@/shared/page/Page";
import { Button } from "@/ui/Button";
import { LinkButton } from "@/ui/LinkButton";
import { Notice } from "@/ui/Notice";
import { toast } from "@/ui/toast";
import type { TenantsAbout } from "./about";
import { useMissing } from "./missing";
import { RejectDialog } from "./RejectDialog";
import { StateChip } from "./StateChip";
import { TenantHeading } from "./TenantHeading";
import type { Tenant } from "./values";

interface EditTenantProps<Values extends FieldValues> {
  about: TenantsAbout;
  tenant: Tenant;
  schema: ZodMiniType<Values, Values>;
  values: DefaultValues<Values>;
  save: (values: Values) => Promise<unknown>;
  /** What is said when it is saved. */
  edited: string;
  children: ReactNode;
}

/**
 * A vendor or charity with everything that is kept of it. A registration is completed here: whoever comes because
 * something was missing saves and activates in one go.
 */
export function EditTenant<Values extends FieldValues>({
  about,
  tenant,
  schema,
  values,
  save,
  edited,
  children,
}: EditTenantProps<Values>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useZodForm(schema, values);
  const isActivating = useMissing(form);
  const [isRejecting, setIsRejecting] = useState(false);
  const mutation = useMutation({
    mutationFn: async (given: Values) => {
      await save(given);
      if (isActivating) await about.setStatus(tenant.id, "activate");
    },
    onSuccess: () => {
      toast.success(edited);
      if (isActivating) toast.success(m.lists_activated());
      void navigate(about.places.list);
    },
    // Part of it may have been saved even when the rest was refused.
    onSettled: () => client.invalidateQueries({ queryKey: about.outdated }),
  });

  return (
    <Page title={tenant.displayName}>
      <TenantHeading about={about} title={tenant.displayName} chip={<StateChip state={tenant.state} />}>
        {tenant.state === "PENDING" && (
          <Button variant="quiet" aria-haspopup="dialog" onClick={() => setIsRejecting(true)}>
            {m.tenants_reject()}
          </Button>
        )}
        <LinkButton to={about.places.view(tenant.id)}>{m.tenants_view()}</LinkButton>
      </TenantHeading>
      <StateNotice tenant={tenant} isActivating={isActivating} />
      <Form
        form={form}
        onSubmit={mutation.mutateAsync}
        submitLabel={isActivating ? m.tenants_save_and_activate() : m.kit_save()}
        className="tenant-form"
        aside={
          <LinkButton variant="quiet" to={about.places.list}>
            {m.kit_cancel()}
          </LinkButton>
        }
      >
        {children}
      </Form>
      {isRejecting && <RejectDialog about={about} tenant={tenant} onClose={() => setIsRejecting(false)} />}
    </Page>
  );
}

function StateNotice({ tenant, isActivating }: { tenant: Tenant; isActivating: boolean }) {
  const text = isActivating ? m.tenants_incomplete_notice() : stateText(tenant);
  return text && <Notice className="mb-4 max-w-[1080px]">{text}</Notice>;
}

function stateText({ state, rejectionReason }: Tenant): string | undefined {
  if (state === "PENDING") return m.tenants_pending_notice();
  if (state !== "REJECTED") return undefined;
  return rejectionReason
    ? m.tenants_rejected_because({ reason: rejectionReason })
    : m.tenants_rejected_notice();
}
