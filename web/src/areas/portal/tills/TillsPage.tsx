import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import { TableSection } from "@/areas/portal/kit/TableSection";
import { useTenant } from "@/shared/page/useTenant";
import { m } from "@/i18n";
import { formatDay, formatMoment } from "@/lib/dates";
import { isVendorManager } from "@/session/can";
import { useProfile } from "@/session/current";
import { browserName } from "@/features/people/browserName";
import type { Column } from "@/shared/table/DataTable";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Button } from "@/ui/form/Button";
import { Chip } from "@/ui/list/Chip";
import { LinkButton } from "@/ui/form/LinkButton";
import { Icon } from "@/ui/Icon";
import { NewTillDialog } from "./NewTillDialog";
import { tenantPinsQuery, tillsQuery, type ClerkPin, type Till } from "./queries";
import { PinActions, TillActions } from "./RowActions";

const tillColumns: readonly Column<Till>[] = [
  {
    id: "name",
    label: m.tills_name,
    cell: ({ name, createdBy, createdAt }) => (
      <>
        {name}
        <span className="block text-sm font-normal text-ink-soft">
          {m.tills_made_by({ name: createdBy, day: formatDay(createdAt) })}
        </span>
      </>
    ),
  },
  { id: "state", label: m.tills_state, cell: (till) => <TillChip till={till} /> },
  {
    id: "device",
    label: m.tills_device,
    cell: ({ userAgent, lastSeenAt, elsewhereAt, elsewhereUserAgent }) => (
      <>
        {userAgent === null ? "–" : browserName(userAgent)}
        {lastSeenAt !== null && (
          <span className="block text-sm text-ink-soft">
            {m.profile_last_used({ moment: formatMoment(lastSeenAt) })}
          </span>
        )}
        {elsewhereAt !== null && (
          <span className="mt-1 block max-w-[36ch] text-sm whitespace-normal">
            <Chip tone="warning">{m.tills_elsewhere()}</Chip>
            <span className="mt-1 block">
              {m.tills_elsewhere_text({
                device: browserName(elsewhereUserAgent ?? ""),
                moment: formatMoment(elsewhereAt),
              })}
            </span>
          </span>
        )}
      </>
    ),
  },
];

const WAITING_EVERY_MS = 4_000;

function isWaiting({ enrolledAt, linkExpiresAt }: Till): boolean {
  return enrolledAt === null && linkExpiresAt !== null;
}

function TillChip({ till }: { till: Till }) {
  if (till.enrolledAt !== null) return <Chip tone="success">{m.tills_is_active()}</Chip>;
  if (till.linkExpiresAt !== null) return <Chip tone="brand">{m.tills_is_waiting()}</Chip>;
  return <Chip tone="warning">{m.tills_is_late()}</Chip>;
}

const pinColumns: readonly Column<ClerkPin>[] = [
  { id: "person", label: m.tills_person, cell: ({ name }) => name },
  { id: "chosen", label: m.tills_chosen, cell: ({ chosenAt }) => formatDay(chosenAt) },
  {
    id: "state",
    label: m.tills_state,
    cell: ({ isLocked }) =>
      isLocked ? (
        <Chip tone="warning">{m.tills_locked()}</Chip>
      ) : (
        <Chip tone="success">{m.tills_pin_works()}</Chip>
      ),
  },
];

/**
 * Tills of a shop, and the clerks with a PIN. Managers create tills; administrators view and revoke
 * them.
 */
export function TillsPage() {
  const tenantId = useTenant("vid");
  const { vid } = useParams();
  const isMaker = isVendorManager(useProfile());
  // The till's own device opens the link, so poll while a link is unused.
  const tills = useQuery({
    ...tillsQuery(tenantId),
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? WAITING_EVERY_MS : false),
  });
  const pins = useQuery(tenantPinsQuery(tenantId));
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Page title={m.tills_title()}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageHeading className="text-2xl">{m.tills_title()}</PageHeading>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={adminPaths.vendorArea(vid).testCard()}>{m.test_card()}</LinkButton>
          {isMaker && (
            <Button variant="primary" aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
              <Icon name="plus" size={20} />
              {m.tills_add()}
            </Button>
          )}
        </div>
      </div>
      <p className="mt-2 max-w-[72ch] text-ink-soft">{m.tills_lead()}</p>
      <TableSection
        title={m.tills_devices()}
        idOf={({ id }) => id}
        rows={tills.data}
        query={tills}
        columns={tillColumns}
        none={m.tills_none()}
        actions={(till) => <TillActions till={till} />}
      />
      <TableSection
        title={m.tills_pins()}
        idOf={({ id }) => id}
        rows={pins.data}
        query={pins}
        columns={pinColumns}
        none={m.tills_pins_none()}
        actions={(pin) => <PinActions pin={pin} />}
      />
      {isAdding && <NewTillDialog tenantId={tenantId} onClose={() => setIsAdding(false)} />}
    </Page>
  );
}
