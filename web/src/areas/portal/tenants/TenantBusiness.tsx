// People, payouts and newest cards of a vendor or charity, beside its facts.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { adminPaths } from "@/adminPaths";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema";
import { useOriginHere } from "@/areas/portal/kit/origin";
import { payoutStatus, periodOf } from "@/areas/portal/kit/payoutLabels";
import type { User } from "@/areas/portal/kit/people/queries";
import { TableSection } from "@/areas/portal/kit/TableSection";
import { cardColumns } from "@/features/counter/card/cardColumns";
import { cardListQuery } from "@/features/counter/card/cards";
import { m } from "@/i18n";
import { EmailAddress } from "@/features/people/EmailAddress";
import { roleName } from "@/features/people/roleName";
import { FROM_LIST } from "@/shared/page/BackLink";
import type { Column } from "@/shared/table/DataTable";
import { Chip, StatusChip } from "@/ui/list/Chip";
import { Money } from "@/ui/Money";
import type { TenantConfig } from "./config";
import { MAX_PEOPLE, staffQuery } from "./staff";

type Payout = components["schemas"]["Payout"];

const FEW_PAYOUTS = 3;
const FEW_CARDS = 5;

interface TenantBusinessProps {
  config: TenantConfig;
  id: string;
  isClosed: boolean;
}

export function TenantBusiness({ config, id, isClosed }: TenantBusinessProps) {
  const isShop = config.picture === "vendor";
  return (
    <div className="max-w-270 [&>section:first-child]:mt-0">
      <Staff id={id} isShop={isShop} none={isClosed ? m.tenants_closed_staff() : m.users_nobody()} />
      <LastPayouts id={id} isShop={isShop} />
      {isShop && <NewestCards id={id} />}
    </div>
  );
}

const payoutColumns: readonly Column<Payout>[] = [
  { id: "period", label: m.payouts_period, isLong: true, cell: (payout) => periodOf(payout) },
  {
    id: "state",
    label: m.payouts_state,
    isStatus: true,
    cell: ({ state }) => {
      const { words, tone } = payoutStatus(state);
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
      linkOf={(payout) => adminPaths.payout(payout.id)}
      linkState={() => FROM_LIST}
      none={m.tenants_no_payouts()}
    />
  );
}

const staffColumns: readonly Column<User>[] = [
  {
    id: "name",
    label: m.field_name,
    cell: ({ displayName, email, isInvited }) => (
      <>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {displayName}
          {isInvited && <Chip tone="brand">{m.users_invited()}</Chip>}
        </span>
        <span className="block text-sm font-normal text-ink-soft">
          <EmailAddress address={email} />
        </span>
      </>
    ),
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

function Staff({ id, isShop, none }: { id: string; isShop: boolean; none: string }) {
  const staff = useQuery(staffQuery(id));
  const originHere = useOriginHere();
  const place = (isShop ? adminPaths.vendorArea(id) : adminPaths.charityArea(id)).users.list();
  return (
    <TableSection
      title={m.tenants_people()}
      lead={<All to={place} count={staff.data?.totalItems} more={MAX_PEOPLE} />}
      rows={staff.data?.items}
      query={staff}
      columns={staffColumns}
      idOf={({ userRoleId }) => userRoleId}
      linkOf={(user) => adminPaths.person(user.id)}
      linkState={originHere}
      none={none}
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
      linkOf={(card) => area.card(card.id)}
      linkState={originHere}
      none={m.tenants_no_cards()}
    />
  );
}

interface AllProps {
  to: string;
  count: number | undefined;
  /** Number of rows already shown. */
  more: number;
}

/** Link to the full list, if it has more rows than shown. */
function All({ to, count, more }: AllProps): ReactNode {
  if (count === undefined || count <= more) return null;
  return <Link to={to}>{m.tenants_all_of({ count })}</Link>;
}
