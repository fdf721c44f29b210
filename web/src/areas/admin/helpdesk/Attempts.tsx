import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { Chip } from "@/ui/Chip";
import { Money } from "@/ui/Money";
import { Cell, HeaderCell, Table } from "@/shared/table/Table";
import { addressCheckWords, codeCheckWords } from "./checkWords";
import type { PaymentAttempt } from "./queries";
import { attemptStanding } from "./words";

/** Each time somebody tried to pay, and what the gateway said. */
export function Attempts({ attempts }: { attempts: readonly PaymentAttempt[] }) {
  const header = (
    <>
      <HeaderCell>{m.helpdesk_sent()}</HeaderCell>
      <HeaderCell>{m.helpdesk_status()}</HeaderCell>
      <HeaderCell>{m.helpdesk_reference()}</HeaderCell>
      <HeaderCell>{m.helpdesk_transaction()}</HeaderCell>
      <HeaderCell isNumber>{m.helpdesk_amount()}</HeaderCell>
    </>
  );
  return (
    <section className="mt-8 min-w-0">
      <h2 className="mb-3 text-xl">{m.helpdesk_attempts()}</h2>
      {attempts.length === 0 ? (
        <p className="text-ink-soft">{m.helpdesk_no_attempts()}</p>
      ) : (
        <Table
          caption={m.helpdesk_attempts()}
          header={header}
          columnCount={5}
          isStacking
          rows={attempts.map((attempt) => (
            <AttemptRow key={attempt.id} attempt={attempt} />
          ))}
        />
      )}
    </section>
  );
}

function AttemptRow({ attempt }: { attempt: PaymentAttempt }) {
  const { words, tone } = attemptStanding(attempt.state);
  return (
    <tr>
      <Cell className="whitespace-nowrap">{formatMoment(attempt.sentAt)}</Cell>
      <Cell label={m.helpdesk_status()}>
        <Chip tone={tone}>{words}</Chip>
        {attempt.message && <span className="mt-1 block text-sm text-ink-soft">{attempt.message}</span>}
      </Cell>
      <Cell label={m.helpdesk_reference()}>{attempt.reference}</Cell>
      <Cell label={m.helpdesk_transaction()}>
        {attempt.transactionId ?? "–"}
        {attempt.paidWith && <span className="block text-sm text-ink-soft">{attempt.paidWith}</span>}
        {(attempt.avs ?? attempt.cvv) && (
          <span className="block text-sm text-ink-soft">
            {m.helpdesk_checks({
              avs: addressCheckWords(attempt.avs),
              cvv: codeCheckWords(attempt.cvv),
            })}
          </span>
        )}
      </Cell>
      <Cell isNumber label={m.helpdesk_amount()}>
        <Money amount={attempt.amount} />
      </Cell>
    </tr>
  );
}
