import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { invalidate, reading } from "@/api/reading";
import { useTenant } from "@/shared/page/useTenant";
import { QrCode } from "@/features/card/QrCode";
import { testCardPath } from "@/features/counter/slot/counterRoutes";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { isVendorStaff } from "@/session/can";
import { useProfile } from "@/session/current";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { RetryScene } from "@/shared/page/RetryScene";
import { Button } from "@/ui/form/Button";
import { Chip } from "@/ui/list/Chip";
import { LinkButton } from "@/ui/form/LinkButton";
import { Money } from "@/ui/Money";
import { Notice } from "@/ui/layout/Notice";
import { SkeletonText } from "@/ui/layout/Skeleton";

/** Page with a card without money, on which a manager can try out the counter. */
export function TestCardPage() {
  const vendorId = useTenant("vid");
  const client = useQueryClient();
  const isStaff = isVendorStaff(useProfile());
  const query = useQuery(reading("/api/v1/Vendors/{id}/test-card", { path: { id: vendorId } }));
  const make = useMutation({
    mutationFn: () => call("post", "/api/v1/Vendors/{id}/test-card", { path: { id: vendorId } }),
    onSuccess: () => invalidate(client, ["/Vendors/{id}/test-card"]),
  });
  if (query.isLoadingError) return <RetryScene error={query.error} onRetry={() => void query.refetch()} />;
  const card = query.data;
  return (
    <Page title={m.test_card()}>
      <PageHeading>{m.test_card()}</PageHeading>
      <p className="mt-2 max-w-[68ch] text-ink-soft">{m.test_card_lead()}</p>
      {card === undefined ? (
        <SkeletonText lines={4} />
      ) : (
        <>
          {card.redeemedAt !== null && (
            <Notice tone="success" className="mt-6 max-w-prose">
              {m.test_card_worked({ moment: formatMoment(card.redeemedAt) })}
            </Notice>
          )}
          {card.code !== null && card.balance > 0 && (
            <section
              aria-label={m.test_card()}
              className="mt-6 grid max-w-96 justify-items-center gap-4 rounded-panel border border-line bg-surface p-6 text-center"
            >
              <span className="flex items-center gap-3 text-2xl font-bold">
                <Money amount={card.balance} />
                <Chip tone="warning">{m.test_card_mark()}</Chip>
              </span>
              <QrCode
                content={`FR1:${card.code}`}
                label={m.test_card_picture()}
                className="size-56 rounded-control"
              />
              <p>{m.test_card_how()}</p>
              <p className="font-mono text-sm wrap-anywhere text-ink-soft">{card.code}</p>
              {isStaff && <LinkButton to={testCardPath(`FR1:${card.code}`)}>{m.test_card_open()}</LinkButton>}
            </section>
          )}
          <Button
            variant={card.code === null || card.balance === 0 ? "primary" : "quiet"}
            size="large"
            isBusy={make.isPending}
            className="mt-6"
            onClick={() => make.mutate()}
          >
            {card.code === null ? m.test_card_make() : m.test_card_another()}
          </Button>
        </>
      )}
    </Page>
  );
}
