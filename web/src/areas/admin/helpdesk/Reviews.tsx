import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { riskWords } from "@/shared/orders/riskWords";
import type { FoundColumn } from "./FoundTable";
import { OpenCases, OrderLink } from "./OpenCases";
import { reviewsQuery, type OrderReview } from "./queries";

function risk(): FoundColumn<OrderReview> {
  return {
    label: m.helpdesk_score(),
    cell: ({ score, reasons, heldAt }) => (
      <>
        <span className="font-semibold">{m.helpdesk_score_of({ score })}</span>
        <span className="block text-sm">{reasons.map(riskWords).join(" · ")}</span>
        <span className="block text-sm text-ink-soft">
          {m.helpdesk_review_since({ date: formatMoment(heldAt) })}
        </span>
      </>
    ),
  };
}

function action(review: OrderReview) {
  return <OrderLink order={review} />;
}

/** Charged orders that wait for a decision, which is made on the order's own page. */
export function Reviews() {
  const [page, setPage] = useState(1);
  return (
    <OpenCases
      title={m.helpdesk_reviews()}
      text={m.helpdesk_reviews_text()}
      none={m.helpdesk_reviews_none()}
      pagesLabel={m.helpdesk_reviews_pages()}
      query={useQuery(reviewsQuery(page))}
      page={page}
      onPage={setPage}
      about={risk()}
      actions={action}
    />
  );
}
