import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminPaths } from "@/adminPaths";
import { TableSection } from "@/areas/portal/kit/TableSection";
import { m } from "@/i18n";
import { businessToday, formatCalendarDate } from "@/lib/dates";
import { isSuperAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { BackLink } from "@/shared/page/BackLink";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import type { Column } from "@/shared/table/DataTable";
import { asLeft } from "@/shared/table/leftLists";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { Chip } from "@/ui/list/Chip";
import { RateDialog, RegistrationDialog } from "./forms";
import { percentText, provinceText, schemeText, taxText } from "./labels";
import { taxSettingsQuery, type ProvinceTaxRate, type TaxRegistration } from "./queries";

interface Dated {
  id: string;
  startsOn: string;
}

/** Returns the ids of the rows in force today: of each kind, the first that has begun. */
function inForce<Row extends Dated>(rows: readonly Row[], kindOf: (row: Row) => string): Set<string> {
  const today = businessToday();
  const found = new Map<string, string>();
  for (const row of rows) {
    if (row.startsOn <= today && !found.has(kindOf(row))) found.set(kindOf(row), row.id);
  }
  return new Set(found.values());
}

function startOf({ id, startsOn }: Dated, current: ReadonlySet<string>) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      {formatCalendarDate(startsOn)}
      {current.has(id) && <Chip tone="success">{m.taxes_in_force()}</Chip>}
      {startsOn > businessToday() && <Chip tone="warning">{m.taxes_to_come()}</Chip>}
    </span>
  );
}

function registrationColumns(registrations: readonly TaxRegistration[]): readonly Column<TaxRegistration>[] {
  const current = inForce(registrations, ({ scheme }) => scheme);
  return [
    { id: "scheme", label: m.taxes_kind, cell: ({ scheme }) => schemeText(scheme) },
    {
      id: "number",
      label: m.taxes_number,
      className: "whitespace-nowrap",
      cell: ({ number }) => number ?? m.taxes_ended(),
    },
    { id: "starts", label: m.taxes_starts, cell: (row) => startOf(row, current) },
    { id: "by", label: m.taxes_set_by, cell: ({ setByName }) => setByName ?? "–" },
    { id: "reason", label: m.taxes_reason, cell: ({ reason }) => reason },
  ];
}

function rateColumns(rates: readonly ProvinceTaxRate[]): readonly Column<ProvinceTaxRate>[] {
  const current = inForce(rates, ({ province, tax }) => `${province} ${tax}`);
  return [
    { id: "province", label: m.taxes_province, cell: ({ province }) => provinceText(province) },
    { id: "tax", label: m.taxes_kind, cell: ({ tax }) => taxText(tax) },
    {
      id: "rate",
      label: m.taxes_rate,
      isNumber: true,
      cell: ({ rate }) => percentText(rate),
    },
    { id: "starts", label: m.taxes_starts, cell: (row) => startOf(row, current) },
    {
      id: "by",
      label: m.taxes_set_by,
      cell: ({ setAt, setByName }) => (setAt === null ? m.taxes_by_release() : (setByName ?? "–")),
    },
    { id: "reason", label: m.taxes_reason, cell: ({ reason }) => reason ?? "–" },
  ];
}

const keyOf = ({ province, tax }: ProvinceTaxRate) => `${provinceText(province)} ${tax}`;

/** Rates in the order of the provinces, the latest start first. */
function sorted(rates: readonly ProvinceTaxRate[]): ProvinceTaxRate[] {
  return rates.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
}

/** Registrations of the platform and rates of taxes, and the forms that set new ones. */
export function TaxSettingsPage() {
  const query = useQuery(taxSettingsQuery);
  const [form, setForm] = useState<"registration" | "rate">();
  const maySet = isSuperAdministrator(useProfile());
  const { registrations, rates } = query.data ?? {};
  const close = () => setForm(undefined);
  return (
    <Page title={m.taxes_settings()}>
      <BackLink to={asLeft(adminPaths.taxes())}>{m.taxes_back()}</BackLink>
      <PageHeading>{m.taxes_settings()}</PageHeading>
      <p className="mt-2 max-w-3xl text-ink-soft">{m.taxes_lead()}</p>
      {maySet ? (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button aria-haspopup="dialog" onClick={() => setForm("registration")}>
            <Icon name="plus" size={20} />
            {m.taxes_register()}
          </Button>
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setForm("rate")}>
            {m.taxes_set_rate()}
          </Button>
        </div>
      ) : (
        <p className="mt-4 text-sm text-ink-soft">{m.taxes_for_super()}</p>
      )}
      <TableSection
        title={m.taxes_registrations()}
        rows={registrations}
        query={query}
        columns={registrationColumns(registrations ?? [])}
        idOf={({ id }) => id}
        none={m.taxes_registrations_none()}
      />
      <TableSection
        title={m.taxes_rates()}
        rows={rates && sorted(rates)}
        query={query}
        columns={rateColumns(rates ?? [])}
        idOf={({ id }) => id}
        none={m.taxes_rates_none()}
      />
      {form === "registration" && <RegistrationDialog onClose={close} />}
      {form === "rate" && <RateDialog onClose={close} />}
    </Page>
  );
}
