// What a vendor or charity does with us, below its facts: its money, its people, its newest cards.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { adminPaths } from "@/adminPaths";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema";
import { Equation, type Term } from "@/areas/admin/kit/Equation";
import { useOriginHere } from "@/areas/admin/kit/origin";
import { payoutStanding, periodOf } from "@/areas/admin/kit/payoutWords";
import type { User } from "@/areas/admin/kit/people/queries";
import { TableSection } from "@/areas/admin/kit/TableSection";
import { brand } from "@/brands/current";
import { cardColumns } from "@/features/counter/cardColumns";
import { cardListQuery } from "@/features/counter/cards";
import { m } from "@/i18n";
import { EmailAddress } from "@/shared/people/EmailAddress";
import { roleName } from "@/shared/people/roleName";
import { FROM_LIST } from "@/shared/page/BackLink";
import type { Column } from "@/shared/table/DataTable";
import { Chip, StatusChip } from "@/ui/Chip";
import { Money } from "@/ui/Money";
import type { TenantConfig } from "./config";

type Payout = components["schemas"]["Payout"];

const FEW_PAYOUTS = 3;
const FEW_CARDS = 5;
const FEW_PEOPLE = 10;

interface TenantBusinessProps {
  config: TenantConfig;
  id: string;
}

export function TenantBusiness({ config, id }: TenantBusinessProps) {
  const isShop = config.picture === "vendor";
  return (
    <div className="mt-10 max-w-270 border-t border-line pt-6">
      {isShop ? <ShopMoney id={id} /> : <Raised id={id} />}
      <LastPayouts id={id} isShop={isShop} />
      <Staff id={id} isShop={isShop} />
      {isShop && <NewestCards id={id} />}
    </div>
  );
}

function Sums({ label, terms }: { label: string; terms: readonly Term[] }) {
  return (
    <section>
      <h2 className="mb-3 text-xl">{label}</h2>
      <Equation label={label} terms={terms} />
    </section>
  );
}

/** All that was ever sold, whose it is, and what is on the cards today. */
function ShopMoney({ id }: { id: string }) {
  const { data } = useQuery(reading("/api/v1/Vendors/summary", { query: { tenantId: id } }));
  const area = adminPaths.vendorArea(id);
  return (
    <Sums
      label={m.tenants_money()}
      terms={[
        { label: m.reports_sold(), amount: data?.totalPurchasedAmount, to: area.reporting() },
        ...(brand.hasCharities
          ? [{ label: m.reports_to_causes(), amount: data?.totalFundraising, sign: "−" as const }]
          : []),
        { label: m.reports_to_platform(), amount: data?.totalFunrayRevenue, sign: "−" },
        { label: m.tenants_its_revenue(), amount: data?.totalRevenue, sign: "=" },
        { label: m.summary_today(), amount: data?.totalBalance, to: area.cards() },
      ]}
    />
  );
}

function Raised({ id }: { id: string }) {
  const query = { tenantId: id, pageIndex: 1, pageSize: 1 };
  const { data } = useQuery(reading("/api/v1/Report/charity", { query }));
  const place = adminPaths.charityArea(id).reporting();
  return (
    <Sums
      label={m.tenants_money()}
      terms={[
        { label: m.reports_sold(), amount: data?.totalPurchasedAmount, to: place },
        { label: m.summary_raised_ever(), amount: data?.totalFundraising, to: place },
      ]}
    />
  );
}

const payoutColumns: readonly Column<Payout>[] = [
  { id: "period", label: m.payouts_period, isLong: true, cell: (payout) => periodOf(payout) },
  {
    id: "state",
    label: m.payouts_state,
    isStatus: true,
    cell: ({ state }) => {
      const { words, tone } = payoutStanding(state);
      return <Chip tone={tone}>{words}</Chip>;
    },
  },
  {
    id: "amount",
    label: m.payouts_amount,
    isNumber: true,
    cell: ({ amount }) => <Money amount={amount} />,
  },
];

function LastPayouts({ id, isShop }: { id: string; isShop: boolean }) {
  const query = { tenantId: id, pageIndex: 1, pageSize: FEW_PAYOUTS };
  const payouts = useQuery(reading("/api/v1/Payouts", { query }));
  const area = isShop ? adminPaths.vendorArea(id) : adminPaths.charityArea(id);
  return (
    <TableSection
      title={m.tenants_last_payouts()}
      lead={<All to={area.payouts()} count={payouts.data?.totalItems} more={FEW_PAYOUTS} />}
      rows={payouts.data?.items}
      query={payouts}
      columns={payoutColumns}
      idOf={(payout) => payout.id}
      placeOf={(payout) => adminPaths.payout(payout.id)}
      stateOfPlace={() => FROM_LIST}
      none={m.tenants_no_payouts()}
    />
  );
}

const staffColumns: readonly Column<User>[] = [
  {
    id: "name",
    label: m.field_name,
    cell: ({ displayName, isInvited }) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {displayName}
        {isInvited && <Chip tone="brand">{m.users_invited()}</Chip>}
      </span>
    ),
  },
  {
    id: "email",
    label: m.field_email,
    isLong: true,
    cell: ({ email }) => <EmailAddress address={email} />,
  },
  { id: "role", label: m.field_role, cell: ({ role }) => roleName(role) },
  {
    id: "isActive",
    label: m.lists_active,
    isStatus: true,
    cell: ({ lockoutEnabled, roleIsActive }) => (
      <StatusChip isOn={!lockoutEnabled && roleIsActive}>
        {lockoutEnabled ? m.lists_inactive() : roleIsActive ? m.lists_active() : m.users_role_inactive()}
      </StatusChip>
    ),
  },
];

function Staff({ id, isShop }: { id: string; isShop: boolean }) {
  const query = { tenantId: id, pageIndex: 1, pageSize: FEW_PEOPLE };
  const staff = useQuery(reading("/api/v1/Accounts", { query }));
  const originHere = useOriginHere();
  const place = isShop ? adminPaths.vendorArea(id).users.list() : undefined;
  return (
    <TableSection
      title={m.tenants_people()}
      lead={place && <All to={place} count={staff.data?.totalItems} more={FEW_PEOPLE} />}
      rows={staff.data?.items}
      query={staff}
      columns={staffColumns}
      idOf={({ userRoleId }) => userRoleId}
      placeOf={(user) => adminPaths.person(user.id)}
      stateOfPlace={originHere}
      none={m.users_nobody()}
    />
  );
}

function NewestCards({ id }: { id: string }) {
  const cards = useQuery(
    cardListQuery({
      tenantId: id,
      orderBy: "createdAt",
      direction: "Desc",
      pageIndex: 1,
      pageSize: FEW_CARDS,
    }),
  );
  const originHere = useOriginHere();
  const area = adminPaths.vendorArea(id);
  return (
    <TableSection
      title={m.tenants_newest_cards()}
      lead={<All to={area.cards()} count={cards.data?.totalItems} more={FEW_CARDS} />}
      rows={cards.data?.items}
      query={cards}
      columns={cardColumns.whole}
      idOf={(card) => card.id}
      placeOf={(card) => area.card(card.id)}
      stateOfPlace={originHere}
      none={m.tenants_no_cards()}
    />
  );
}

interface AllProps {
  to: string;
  count: number | undefined;
  /** So many are shown here already. */
  more: number;
}

/** To the list of all of them, where there are more than stand here. */
function All({ to, count, more }: AllProps): ReactNode {
  if (count === undefined || count <= more) return null;
  return <Link to={to}>{m.tenants_all_of({ count })}</Link>;
}
