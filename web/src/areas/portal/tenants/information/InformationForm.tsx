import { useState, type ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Link } from "react-router";
import { LongForm } from "@/areas/portal/kit/LongForm";
import { ConflictNotice } from "@/areas/portal/kit/ConflictNotice";
import type { Edit } from "@/areas/portal/kit/useEdit";
import { useSave } from "@/areas/portal/kit/useSave";
import type { TenantConfig } from "@/areas/portal/tenants/config";
import { CONFLICT_TEXTS, type Tenant } from "@/areas/portal/tenants/values";
import { m } from "@/i18n";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";
import { Icon } from "@/ui/Icon";
import { Notice } from "@/ui/layout/Notice";

interface InformationFormProps<Values extends FieldValues> {
  config: TenantConfig;
  tenant: Tenant;
  edit: Omit<Edit<unknown, Values>, "began">;
  save: (values: Values) => Promise<unknown>;
  /** Message after saving. */
  edited: string;
  /** Form fields. */
  children: ReactNode;
  /** Preview of the page with the form's values. */
  preview: ReactNode;
  /** Path of the public page. */
  pagePath: string;
  /** Additional material: QR code, poster. */
  aside: ReactNode;
}

/** Form for the public page of a vendor or charity, for its managers. */
export function InformationForm<Values extends FieldValues>({
  config,
  tenant,
  edit,
  save,
  edited,
  children,
  preview,
  pagePath,
  aside,
}: InformationFormProps<Values>) {
  const [isPreviewing, setIsPreviewing] = useState(false);
  const { submit } = useSave({ save, saved: edited, invalidates: config.invalidates, edit });

  return (
    <Page title={m.tenants_information()}>
      <header className="flex flex-wrap items-center justify-between gap-4">
        <PageHeading>{m.tenants_information()}</PageHeading>
        <div className="flex flex-wrap items-center gap-2">
          {tenant.isActive && (
            <Link to={pagePath} target="_blank" className="shell-link">
              {m.tenants_see_page()}
              <Icon name="external-link" size={18} />
            </Link>
          )}
          <Button aria-haspopup="dialog" onClick={() => setIsPreviewing(true)}>
            <Icon name="eye" size={20} />
            {m.tenants_preview()}
          </Button>
        </div>
      </header>
      <MissingFacts config={config} tenant={tenant} />
      {tenant.state === "INACTIVE" && config.close && (
        <Notice className="mt-6">
          {tenant.closedAt === null ? m.tenants_stopped_notice() : m.tenants_closed_notice()}
        </Notice>
      )}
      <div className="mt-6 grid gap-8 xl:grid-cols-[minmax(0,1fr)_300px]">
        <LongForm form={edit.form} onSubmit={submit} submitLabel={m.kit_save()}>
          <ConflictNotice conflict={edit.conflict} texts={CONFLICT_TEXTS} />
          {children}
        </LongForm>
        <aside className="grid grid-cols-[repeat(auto-fit,minmax(min(280px,100%),1fr))] content-start gap-6 xl:grid-cols-1">
          {aside}
        </aside>
      </div>
      {isPreviewing && (
        <Dialog isOpen onClose={() => setIsPreviewing(false)} title={m.tenants_preview_title()} size="large">
          <p className="mb-5 text-ink-soft">{m.tenants_preview_unsaved()}</p>
          {preview}
        </Dialog>
      )}
    </Page>
  );
}

/**
 * Note that an administrator must fill in missing fields first, because the server refuses this
 * part until then.
 */
function MissingFacts({ config, tenant }: { config: TenantConfig; tenant: Tenant }) {
  const profile = useProfile();
  if (tenant.missingFields.length === 0 || !isAdministrator(profile)) return null;
  return (
    <Notice className="mt-6">
      <p>
        {m.tenants_missing_facts()} <Link to={config.paths.edit(tenant.id)}>{m.tenants_edit_all()}</Link>
      </p>
    </Notice>
  );
}
