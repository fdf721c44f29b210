import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { lastFour } from "@/shared/card/cardText";
import { EmailAddress } from "@/shared/people/EmailAddress";
import { Cell, HeaderCell, Table } from "@/shared/table/Table";
import { Named } from "./DeskCards";
import type { GiftAddressChange } from "./queries";

/** Where the gifts of an order went before, and who sent them on: nothing, as long as nobody did. */
export function AddressChanges({ changes }: { changes: readonly GiftAddressChange[] }) {
  if (changes.length === 0) return null;
  const header = (
    <>
      <HeaderCell>{m.helpdesk_address_when()}</HeaderCell>
      <HeaderCell>{m.helpdesk_card()}</HeaderCell>
      <HeaderCell>{m.helpdesk_address_old()}</HeaderCell>
      <HeaderCell>{m.helpdesk_address_new()}</HeaderCell>
      <HeaderCell>{m.helpdesk_address_by()}</HeaderCell>
    </>
  );
  return (
    <section className="mt-8 min-w-0">
      <h2 className="mb-3 text-xl">{m.helpdesk_address_changes()}</h2>
      <Table
        caption={m.helpdesk_address_changes()}
        header={header}
        columnCount={5}
        isStacking
        rows={changes.map((change) => (
          <ChangeRow key={`${change.cardId} ${change.changedAt}`} change={change} />
        ))}
      />
    </section>
  );
}

function ChangeRow({ change }: { change: GiftAddressChange }) {
  return (
    <tr>
      <Cell className="whitespace-nowrap">{formatMoment(change.changedAt)}</Cell>
      <Cell label={m.helpdesk_card()} className="whitespace-nowrap font-mono">
        {lastFour(change.cardNumber)}
      </Cell>
      <Cell label={m.helpdesk_address_old()}>
        {change.oldEmail === null ? "–" : <EmailAddress address={change.oldEmail} />}
      </Cell>
      <Cell label={m.helpdesk_address_new()}>
        <EmailAddress address={change.newEmail} />
      </Cell>
      <Cell label={m.helpdesk_address_by()}>
        <Named name={change.changedByName} email={change.changedByEmail} />
      </Cell>
    </tr>
  );
}
