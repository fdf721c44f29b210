// The page with all data of a vendor or charity, for administrators.
import { Suspense, type ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { useNavigate } from "react-router";
import { adminPaths } from "@/adminPaths";
import type { components } from "@/api/schema";
import { useCase } from "@/areas/portal/kit/cases/useCase";
import { LongForm } from "@/areas/portal/kit/LongForm";
import { ConflictNotice } from "@/areas/portal/kit/ConflictNotice";
import { DetailHeading } from "@/areas/portal/kit/DetailHeading";
import { FormLoading } from "@/areas/portal/kit/FormSection";
import { useListNavigation, useRecord, type Neighbours } from "@/areas/portal/kit/listNavigation";
import type { RecordForm } from "@/areas/portal/kit/resource";
import { useEdit } from "@/areas/portal/kit/useEdit";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { Page } from "@/shared/page/Page";
import { Button } from "@/ui/form/Button";
import { cx } from "@/ui/cx";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Notice } from "@/ui/layout/Notice";
import type { TenantConfig, TenantItem, TenantResource } from "./config";
import { FactsFirst, useSections } from "./EditableSection";
import { missingFieldsText, useMissing } from "./missing";
import { StateActions } from "./StateActions";
import { StateChip } from "./StateChip";
import { TenantFigures } from "./TenantFigures";
import { CONFLICT_TEXTS, type Tenant } from "./values";

const Timeline = lazyPiece(async () => (await import("@/areas/portal/kit/cases/Timeline")).Timeline);

/** Money, people and cards of the tenant. */
const TenantBusiness = lazyPiece(async () => (await import("./TenantBusiness")).TenantBusiness);

/** Refund of all cards of a shop that has stopped selling. */
const ShopClosingPanel = lazyPiece(async () => (await import("./closing/ShopClosingPanel")).ShopClosingPanel);

/** Class names of the facts in the side column. */
const BESIDE =
  "[&_section]:gap-y-2 [&_section]:py-4 [&_section>div:last-child]:p-4 [&_dl]:grid-cols-2 [&_dl]:gap-y-3";

/** Whether the tenant was approved: a registration has no sales or donations yet. */
const wasApproved = ({ state }: Tenant) => state === "ACTIVE" || state === "INACTIVE";

type Question = components["schemas"]["RegistrationQuestion"];

/** A new vendor or charity, which is active unless fields are missing. */
export type Added = components["schemas"]["Added"];

/** Returns the message after adding; it names the fields that are still missing. */
export function createdText({ labels }: TenantConfig, { isActive, missingFields }: Added): string {
  if (isActive) return labels.created();
  return `${labels.created()}. ${m.tenants_created_incomplete({ fields: missingFieldsText(missingFields) })}`;
}

interface EditTenantProps<Item extends TenantItem, Found extends Tenant, Values extends FieldValues> {
  tenants: TenantResource<Item, Found>;
  form: RecordForm<Found, Values, Added>;
}

export function EditTenant<Item extends TenantItem, Found extends Tenant, Values extends FieldValues>(
  props: EditTenantProps<Item, Found, Values>,
) {
  const { tenants } = props;
  const { id, record: tenant, neighbours } = useRecord(tenants);
  const timeline = useCase({ kind: tenants.picture, id });
  if (!tenant) return <FormLoading title={tenants.labels.edit()} />;
  return (
    <KnownTenant {...props} key={id} tenant={tenant} neighbours={neighbours}>
      <Suspense>
        {wasApproved(tenant) && (
          <TenantBusiness config={tenants} id={id} isClosed={Boolean(tenant.closedAt)} />
        )}
        <Timeline
          {...timeline}
          cardLink={tenants.close && ((card) => adminPaths.vendorArea(id).card(card))}
        />
      </Suspense>
    </KnownTenant>
  );
}

interface KnownTenantProps<
  Item extends TenantItem,
  Found extends Tenant,
  Values extends FieldValues,
> extends EditTenantProps<Item, Found, Values> {
  tenant: Found;
  neighbours: Neighbours;
  /** Business and history of the tenant. */
  children: ReactNode;
}

/**
 * All data of a vendor or charity. If activating failed because fields are missing, saving here
 * also activates it.
 */
function KnownTenant<Item extends TenantItem, Found extends Tenant, Values extends FieldValues>({
  tenants,
  tenant,
  neighbours,
  children,
  form: { schema, valuesOf, Fields, change },
}: KnownTenantProps<Item, Found, Values>) {
  const { labels, paths, invalidates } = tenants;
  const navigate = useNavigate();
  const { at } = useListNavigation(tenants);
  const edit = useEdit(tenant, { query: tenants.oneQuery(tenant.id), schema, valuesOf });
  const { form } = edit;
  const isActivating = useMissing(form);
  const sections = useSections();
  const isEditing = isActivating || sections.opened.length > 0;
  // A registration shows its facts in full width; a form needs the room too.
  const isBeside = wasApproved(tenant) && !isEditing;
  const readAgain = () => {
    sections.onClose();
    // Leave the state of missing fields, because none is missing any more.
    if (isActivating) void navigate(at(paths.edit(tenant.id)), { replace: true, preventScrollReset: true });
  };
  const { submit } = useSave({
    save: (values: Values) => change(edit.began, values),
    afterwards: async () => {
      if (isActivating) await tenants.setStatus(tenant.id, "activate");
    },
    saved: isActivating ? m.lists_activated() : labels.edited(),
    invalidates,
    // A part may have been saved even if the rest was refused.
    invalidatesAlways: true,
    edit,
    onSaved: readAgain,
  });

  return (
    <Page title={tenant.displayName}>
      <DetailHeading
        list={{ label: labels.title(), to: at(paths.list) }}
        title={tenant.displayName}
        chip={<StateChip state={tenant.state} closedAt={tenant.closedAt} />}
        neighbours={neighbours}
      >
        <StateActions config={tenants} tenant={tenant} />
      </DetailHeading>
      <StateNotice tenant={tenant} isActivating={isActivating} isShop={tenants.close !== undefined} />
      {tenants.close && tenant.state === "INACTIVE" && !isActivating && (
        <Suspense>
          <ShopClosingPanel shopId={tenant.id} name={tenant.displayName} />
        </Suspense>
      )}
      {wasApproved(tenant) && !isEditing && (
        <TenantFigures id={tenant.id} isShop={tenants.picture === "vendor"} />
      )}
      <div className={cx("mt-5 grid gap-x-8 gap-y-8", isBeside && "xl:grid-cols-[minmax(0,1fr)_21rem]")}>
        <div className="min-w-0">{children}</div>
        <LongForm
          className={cx("min-w-0", isBeside ? BESIDE : "order-first")}
          form={form}
          onSubmit={submit}
          submitLabel={isActivating ? m.tenants_save_and_activate() : isEditing ? m.kit_save() : undefined}
          onDiscarded={readAgain}
          aside={
            // With unsaved changes, the form offers to discard them instead.
            !form.formState.isDirty && (
              <Button
                variant="quiet"
                onClick={() => {
                  form.reset();
                  readAgain();
                }}
              >
                {m.kit_cancel()}
              </Button>
            )
          }
        >
          <ConflictNotice conflict={edit.conflict} texts={CONFLICT_TEXTS} />
          <FactsFirst value={sections}>
            <Fields record={tenant} />
          </FactsFirst>
        </LongForm>
      </div>
    </Page>
  );
}

interface StateNoticeProps {
  tenant: Tenant;
  isActivating: boolean;
  isShop: boolean;
}

function StateNotice({ tenant, isActivating, isShop }: StateNoticeProps) {
  const text = isActivating ? m.tenants_incomplete_notice() : stateText(tenant, isShop);
  const { question } = tenant;
  return (
    text && (
      <Notice className="mb-4 max-w-[1080px]">
        <p>{text}</p>
        {question !== null && <p className="mt-1">{questionText(question)}</p>}
      </Notice>
    )
  );
}

/**
 * Formats when, by whom and for which fields the contact person was asked, and whether they have
 * answered.
 */
function questionText({ fields, askedAt, askedByName, answeredAt }: Question): string {
  const asked = m.tenants_asked_when({
    moment: formatMoment(askedAt),
    who: askedByName ?? m.log_closed_account(),
    fields: missingFieldsText(fields),
  });
  const answered =
    answeredAt === null
      ? m.tenants_asked_waiting()
      : m.tenants_asked_answered({ moment: formatMoment(answeredAt) });
  return `${asked} ${answered}`;
}

function stateText(tenant: Tenant, isShop: boolean): string | undefined {
  const { state, rejectionReason, closedAt, missingFields } = tenant;
  if (state === "INACTIVE" && isShop) {
    return closedAt === null ? m.tenants_stopped_notice() : m.tenants_closed_notice();
  }
  if (state === "PENDING" && missingFields.length > 0) {
    return `${m.tenants_pending_notice()} ${m.tenants_still_missing({ fields: missingFieldsText(missingFields) })}`;
  }
  if (state === "PENDING") return m.tenants_pending_notice();
  if (state !== "REJECTED") return undefined;
  return rejectionReason
    ? m.tenants_rejected_because({ reason: rejectionReason })
    : m.tenants_rejected_notice();
}
