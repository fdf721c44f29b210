// A shop that has stopped selling while its cards have balances: the refund of all cards or the shop
// that takes them over, the progress, and what is left.
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link } from "react-router";
import { adminPaths } from "@/adminPaths";
import { refusalText } from "@/areas/portal/kit/gatewayReasons";
import { GatewayMessage } from "@/areas/portal/kit/GatewayMessage";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { DecisionButton } from "@/shared/page/DecisionButton";
import { Button } from "@/ui/form/Button";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Notice } from "@/ui/layout/Notice";
import { UnsettledOrders } from "./UnsettledOrders";
import { shopClosingQuery, type ShopClosing } from "./queries";

const dialogs = () => import("./dialogs");
const RefundAllDialog = lazyPiece(
  async () => (await dialogs()).RefundAllDialog,
  ({ onClose }) => onClose(),
);
const HandOverDialog = lazyPiece(
  async () => (await import("./HandOverDialog")).HandOverDialog,
  ({ onClose }) => onClose(),
);
const ApproveClosingDialog = lazyPiece(
  async () => (await dialogs()).ApproveClosingDialog,
  ({ onClose }) => onClose(),
);
const DeclineDialog = lazyPiece(
  async () => (await dialogs()).DeclineDialog,
  ({ onClose }) => onClose(),
);

/** A shop has one closing in these states at a time. */
const OPEN: ReadonlySet<ShopClosing["state"]> = new Set(["OFFERED", "WAITS", "RUNS"]);

interface ShopClosingPanelProps {
  shopId: string;
  name: string;
}

export function ShopClosingPanel({ shopId, name }: ShopClosingPanelProps) {
  const [asking, setAsking] = useState<"refund" | "handOver">();
  const { data } = useQuery(shopClosingQuery(shopId));
  if (!data) return null;
  const { closing, amount, cards: count } = data;
  const isOpen = closing !== null && OPEN.has(closing.state);
  if (!closing && amount === 0) return null;
  const onClose = () => setAsking(undefined);
  return (
    <div className="mb-4 grid max-w-[1080px] grid-cols-[minmax(0,1fr)] gap-4">
      {closing && <Standing shopId={shopId} closing={closing} amount={amount} />}
      {!isOpen && amount > 0 && (
        <p className="flex flex-wrap gap-3">
          <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsking("refund")}>
            {m.tenants_closing_refund()}
          </Button>
          <Button aria-haspopup="dialog" onClick={() => setAsking("handOver")}>
            {m.tenants_closing_hand_over()}
          </Button>
        </p>
      )}
      <Suspense>
        {asking === "refund" && <RefundAllDialog {...{ shopId, name, amount, count, onClose }} />}
        {asking === "handOver" && <HandOverDialog {...{ shopId, name, amount, count, onClose }} />}
      </Suspense>
    </div>
  );
}

interface StandingProps {
  shopId: string;
  closing: ShopClosing;
  /** Current total of the card balances. */
  amount: number;
}

function Standing({ shopId, closing, amount }: StandingProps) {
  if (closing.state === "OFFERED" || closing.state === "WAITS")
    return <Waiting shopId={shopId} closing={closing} amount={amount} />;
  if (closing.state === "RUNS") return <Running closing={closing} />;
  if (closing.state === "ENDED") return <Ended shopId={shopId} closing={closing} />;
  return (
    <Notice>
      {m.tenants_closing_was_declined({
        who: closing.decidedByName ?? "–",
        reason: closing.declineReason ?? "–",
      })}
    </Notice>
  );
}

interface WaitingFacts {
  amount: string;
  count: number;
  date: string;
}

function waitingText({ isOwn, successor, requestedByName }: ShopClosing, facts: WaitingFacts): string {
  const who = requestedByName ?? "–";
  if (!successor) return isOwn ? m.tenants_closing_own(facts) : m.tenants_closing_waits({ ...facts, who });
  const shop = successor.name;
  return isOwn
    ? m.tenants_closing_own_handover({ ...facts, shop })
    : m.tenants_closing_asked_handover({ ...facts, shop, who });
}

function Waiting({ shopId, closing, amount }: StandingProps) {
  const [asking, setAsking] = useState<"approve" | "decline">();
  const { isOwn } = closing;
  const facts = {
    amount: formatMoney(closing.amount),
    count: closing.cards,
    date: formatMoment(closing.requestedAt),
  };
  const onClose = () => setAsking(undefined);
  return (
    <>
      <Notice>
        <p className="font-semibold">{waitingText(closing, facts)}</p>
        <p className="mt-1">{m.tenants_closing_reason({ reason: closing.reason })}</p>
        {closing.successor && <p className="mt-1">{answerOf(closing.successor)}</p>}
        <div className="mt-4 flex flex-wrap gap-3">
          {!isOwn && closing.state === "WAITS" && (
            <DecisionButton
              variant="primary"
              refusal={closing.refusal}
              aria-haspopup="dialog"
              onClick={() => setAsking("approve")}
            >
              {m.tenants_closing_approve()}
            </DecisionButton>
          )}
          <Button aria-haspopup="dialog" onClick={() => setAsking("decline")}>
            {isOwn ? m.tenants_closing_withdraw() : m.tenants_closing_decline()}
          </Button>
        </div>
      </Notice>
      <Suspense>
        {asking === "approve" && (
          <ApproveClosingDialog shopId={shopId} closing={closing} amount={amount} onClose={onClose} />
        )}
        {asking === "decline" && <DeclineDialog shopId={shopId} closing={closing} onClose={onClose} />}
      </Suspense>
    </>
  );
}

/** Whether the other shop has accepted the cards, in a sentence. */
function answerOf({ name, acceptedByName, acceptedAt }: NonNullable<ShopClosing["successor"]>): string {
  if (acceptedAt === null) return m.tenants_closing_offered({ shop: name });
  const facts = { shop: name, who: acceptedByName ?? "–", date: formatMoment(acceptedAt) };
  return m.tenants_closing_accepted(facts);
}

function Running({ closing }: { closing: ShopClosing }) {
  const facts = {
    done: formatMoney(closing.refundedAmount),
    amount: formatMoney(closing.amount),
    count: closing.refundedCards,
    all: closing.cards,
  };
  const words = closing.successor
    ? m.tenants_closing_runs_handover({ ...facts, shop: closing.successor.name })
    : m.tenants_closing_runs(facts);
  return (
    <Notice>
      <p>{words}</p>
      <progress
        className="mt-3 h-2 w-full accent-brand"
        aria-label={words}
        value={closing.refundedCards}
        max={closing.cards}
      />
    </Notice>
  );
}

function endedText({ successor, refundedCards: count, refundedAmount }: ShopClosing): string {
  const amount = formatMoney(refundedAmount);
  if (successor && count > 0)
    return m.tenants_closing_ended_handover({ amount, count, shop: successor.name });
  if (successor) return m.tenants_closing_ended_no_handover();
  return count > 0 ? m.tenants_closing_ended({ amount, count }) : m.tenants_closing_ended_nothing();
}

function Ended({ shopId, closing }: { shopId: string; closing: ShopClosing }) {
  const { refundedCards: count, gatewayPending, refused } = closing;
  return (
    <>
      <Notice tone={count > 0 ? "success" : "info"}>
        <p>{endedText(closing)}</p>
        {gatewayPending > 0 && <p className="mt-1">{m.tenants_closing_gateway({ count: gatewayPending })}</p>}
      </Notice>
      {refused.length > 0 && (
        <Notice tone="danger">
          <p className="font-semibold">{m.tenants_closing_refused()}</p>
          <p className="mt-1">{m.tenants_closing_refused_text()}</p>
          <ul className="mt-2 grid gap-1">
            {refused.map(({ orderId, amount, refusal, message }) => (
              <li key={orderId}>
                <Link to={adminPaths.order(orderId)}>{formatMoney(amount)}</Link>
                {refusal && <> · {refusalText(refusal)}</>}
                {!refusal && message && <GatewayMessage words={message} />}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <UnsettledOrders shopId={shopId} closingId={closing.id} />
    </>
  );
}
