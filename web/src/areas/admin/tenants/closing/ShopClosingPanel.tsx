// A shop that has stopped selling while its cards have balances: the refund of all cards, its
// progress, and what is left.
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link } from "react-router";
import { adminPaths } from "@/adminPaths";
import { refusalWords } from "@/areas/admin/kit/gatewayReasons";
import { GatewayWords } from "@/areas/admin/kit/GatewayWords";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { DecisionButton } from "@/shared/page/DecisionButton";
import { Button } from "@/ui/Button";
import { lazyPiece } from "@/ui/lazyPiece";
import { Notice } from "@/ui/Notice";
import { LeftOrders } from "./LeftOrders";
import { shopClosingQuery, type ShopClosing } from "./queries";

const dialogs = () => import("./dialogs");
const RefundAllDialog = lazyPiece(
  async () => (await dialogs()).RefundAllDialog,
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

interface ShopClosingPanelProps {
  shopId: string;
  name: string;
}

export function ShopClosingPanel({ shopId, name }: ShopClosingPanelProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { data } = useQuery(shopClosingQuery(shopId));
  if (!data) return null;
  const { closing, amount, cards: count } = data;
  const isOpen = closing?.state === "WAITS" || closing?.state === "RUNS";
  if (!closing && amount === 0) return null;
  return (
    <div className="mb-4 grid max-w-[1080px] gap-4">
      {closing && <Standing shopId={shopId} closing={closing} amount={amount} />}
      {!isOpen && amount > 0 && (
        <p>
          <Button variant="danger" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
            {m.tenants_closing_refund()}
          </Button>
        </p>
      )}
      <Suspense>
        {isAsking && (
          <RefundAllDialog
            shopId={shopId}
            name={name}
            amount={amount}
            count={count}
            onClose={() => setIsAsking(false)}
          />
        )}
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
  if (closing.state === "WAITS") return <Waiting shopId={shopId} closing={closing} amount={amount} />;
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
        <p className="font-semibold">
          {isOwn
            ? m.tenants_closing_own(facts)
            : m.tenants_closing_waits({ ...facts, who: closing.requestedByName ?? "–" })}
        </p>
        <p className="mt-1">{m.tenants_closing_reason({ reason: closing.reason })}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          {!isOwn && (
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

function Running({ closing }: { closing: ShopClosing }) {
  const words = m.tenants_closing_runs({
    done: formatMoney(closing.refundedAmount),
    amount: formatMoney(closing.amount),
    count: closing.refundedCards,
    all: closing.cards,
  });
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

function Ended({ shopId, closing }: { shopId: string; closing: ShopClosing }) {
  const { refundedCards: count, gatewayPending, refused } = closing;
  return (
    <>
      <Notice tone={count > 0 ? "success" : "info"}>
        <p>
          {count > 0
            ? m.tenants_closing_ended({ amount: formatMoney(closing.refundedAmount), count })
            : m.tenants_closing_ended_nothing()}
        </p>
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
                {refusal && <> · {refusalWords(refusal)}</>}
                {!refusal && message && <GatewayWords words={message} />}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <LeftOrders shopId={shopId} closingId={closing.id} />
    </>
  );
}
