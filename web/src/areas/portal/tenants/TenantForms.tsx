// Forms with all fields of a vendor or charity, for administrators.
import { useQuery, type QueryKey } from "@tanstack/react-query";
import { Suspense, useRef, type FunctionComponent, type ReactNode } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import { useNavigate, useParams, useSearchParams } from "react-router";
import type { ZodMiniType } from "zod/mini";
import { adminPaths } from "@/adminPaths";
import type { components } from "@/api/schema";
import { useCase } from "@/areas/portal/kit/cases/useCase";
import { LongForm } from "@/areas/portal/kit/LongForm";
import { ConflictNotice } from "@/areas/portal/kit/ConflictNotice";
import { DetailHeading } from "@/areas/portal/kit/DetailHeading";
import { FormLoading } from "@/areas/portal/kit/FormSection";
import { useHiddenListPlace } from "@/areas/portal/kit/hiddenList";
import { useLeaveOnError, useNeighbours } from "@/areas/portal/kit/place";
import { useEdit } from "@/areas/portal/kit/useEdit";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { useZodForm } from "@/shared/form/useZodForm";
import { Page } from "@/shared/page/Page";
import { asQuery, type AnyQuery } from "@/shared/table/anyQuery";
import { asLeft } from "@/shared/table/leftLists";
import { type ListState, readListState } from "@/shared/table/listState";
import { Button } from "@/ui/form/Button";
import { LinkButton } from "@/ui/form/LinkButton";
import { cx } from "@/ui/cx";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Notice } from "@/ui/layout/Notice";
import type { TenantConfig } from "./config";
import { tenantListOptions } from "./listOptions";
import { missingWords, useMissing } from "./missing";
import type { MaskedBank } from "./rules";
import { ReadFirst, useReading } from "./readFirst";
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

export interface TenantForm<Given extends Tenant, Values extends FieldValues> {
  listQuery: (list: ListState) => { queryKey: QueryKey };
  query: (id: string) => AnyQuery<Given>;
  /**
   * Creates the validation rules. `masked` contains the shown bank numbers; a new tenant has none.
   */
  schema: (masked?: MaskedBank) => ZodMiniType<Values, Values>;
  fresh: Values;
  valuesOf: (tenant: Given) => Values;
  /** Form fields; `tenant` is absent when a new one is added. */
  Fields: FunctionComponent<{ tenant?: Given }>;
  create: (values: Values) => Promise<Added>;
  change: (began: Given, values: Values) => Promise<unknown>;
}

type Question = components["schemas"]["RegistrationQuestion"];

/** A new vendor or charity, which is active unless fields are missing. */
export type Added = components["schemas"]["Added"];

interface TenantFormProps<Given extends Tenant, Values extends FieldValues> {
  config: TenantConfig;
  form: TenantForm<Given, Values>;
}

/**
 * Form for a new vendor or charity. It is active at once unless fields are missing; a message then
 * names them.
 */
export function AddTenant<Given extends Tenant, Values extends FieldValues>({
  config,
  form: { schema, fresh, Fields, create },
}: TenantFormProps<Given, Values>) {
  const { labels, paths, invalidates } = config;
  const list = asLeft(paths.list);
  const navigate = useNavigate();
  const form = useZodForm(schema(), fresh as DefaultValues<Values>);
  const added = useRef<Added>(undefined);
  const { submit } = useSave({
    save: async (values: Values) => {
      added.current = await create(values);
    },
    saved: () => createdWords(labels.created(), added.current),
    invalidates,
    onSaved: () => void navigate(list, { preventScrollReset: true }),
  });
  return (
    <Page title={labels.add()}>
      <DetailHeading list={{ label: labels.title(), to: list }} title={labels.add()} />
      <LongForm
        form={form}
        onSubmit={submit}
        submitLabel={m.kit_save()}
        aside={
          <LinkButton variant="quiet" to={list}>
            {m.kit_cancel()}
          </LinkButton>
        }
      >
        <Fields />
      </LongForm>
    </Page>
  );
}

function createdWords(created: string, added: Added | undefined): string {
  if (!added || added.isActive) return created;
  return `${created}. ${m.tenants_created_incomplete({ fields: missingWords(added.missingFields) })}`;
}

export function EditTenant<Given extends Tenant, Values extends FieldValues>(
  props: TenantFormProps<Given, Values>,
) {
  const { config, form } = props;
  const { id = "" } = useParams();
  const { showList } = useHiddenListPlace(config.paths.list);
  const timeline = useCase({ kind: config.picture, id });
  const found = useQuery(asQuery(form.query(id)));
  const tenant = found.data;
  useLeaveOnError(found, showList);
  if (!tenant) return <FormLoading title={config.labels.edit()} />;
  return (
    <KnownTenant {...props} key={id} tenant={tenant}>
      <Suspense>
        {wasApproved(tenant) && <TenantBusiness config={config} id={id} />}
        <Timeline
          {...timeline}
          placeOfCard={config.close && ((card) => adminPaths.vendorArea(id).card(card))}
        />
      </Suspense>
    </KnownTenant>
  );
}

interface KnownTenantProps<Given extends Tenant, Values extends FieldValues> extends TenantFormProps<
  Given,
  Values
> {
  tenant: Given;
  /** Business and history of the tenant. */
  children: ReactNode;
}

/**
 * All data of a vendor or charity. If activating failed because fields are missing, saving here
 * also activates it.
 */
function KnownTenant<Given extends Tenant, Values extends FieldValues>({
  config,
  tenant,
  children,
  form: { listQuery, query, schema, valuesOf, Fields, change },
}: KnownTenantProps<Given, Values>) {
  const { labels, paths, invalidates } = config;
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const { at } = useHiddenListPlace(paths.list);
  const neighbours = useNeighbours(
    listQuery(readListState(address, tenantListOptions)).queryKey,
    tenant.id,
    (id) => at(paths.edit(id)),
  );
  const edit = useEdit(tenant, { query: query(tenant.id), schema, valuesOf });
  const { form } = edit;
  const isActivating = useMissing(form);
  const reading = useReading();
  const isEditing = isActivating || reading.opened.length > 0;
  // A registration shows its facts in full width; a form needs the room too.
  const isBeside = wasApproved(tenant) && !isEditing;
  const readAgain = () => {
    reading.onClose();
    // Leave the state of missing fields, because none is missing any more.
    if (isActivating) void navigate(at(paths.edit(tenant.id)), { replace: true, preventScrollReset: true });
  };
  const { submit } = useSave({
    save: (values: Values) => change(edit.began, values),
    afterwards: async () => {
      if (isActivating) await config.setStatus(tenant.id, "activate");
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
        <StateActions config={config} tenant={tenant} />
      </DetailHeading>
      <StateNotice tenant={tenant} isActivating={isActivating} isShop={config.close !== undefined} />
      {config.close && tenant.state === "INACTIVE" && !isActivating && (
        <Suspense>
          <ShopClosingPanel shopId={tenant.id} name={tenant.displayName} />
        </Suspense>
      )}
      {wasApproved(tenant) && !isEditing && (
        <TenantFigures id={tenant.id} isShop={config.picture === "vendor"} />
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
          <ReadFirst value={reading}>
            <Fields tenant={tenant} />
          </ReadFirst>
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
    fields: missingWords(fields),
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
    return `${m.tenants_pending_notice()} ${m.tenants_still_missing({ fields: missingWords(missingFields) })}`;
  }
  if (state === "PENDING") return m.tenants_pending_notice();
  if (state !== "REJECTED") return undefined;
  return rejectionReason
    ? m.tenants_rejected_because({ reason: rejectionReason })
    : m.tenants_rejected_notice();
}
