import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { call } from "@/api/client";
import { isCancelled } from "@/api/error";
import type { components } from "@/api/schema";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { paths } from "@/paths";
import { FormCheckbox, FormPasswordField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { RetryScene } from "@/shared/page/RetryScene";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";
import { Icon } from "@/ui/Icon";
import { LinkButton } from "@/ui/form/LinkButton";
import { Notice } from "@/ui/layout/Notice";
import { Skeleton, SkeletonGroup } from "@/ui/layout/Skeleton";
import { toast } from "@/ui/overlay/toast";
import { ClosingAsked } from "./ClosingAsked";
import { closingQuery } from "./queries";
import { closeSchema } from "./schema";

type Closing = components["schemas"]["Closing"];

/**
 * Dialog that closes an account. It lists what is erased and what is kept, and asks for the password in case someone else uses
 * the browser. Staff need a colleague's approval.
 */
export function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  const { data: closing, error, refetch } = useQuery(closingQuery());
  const hasDeclined = isCancelled(error);
  useEffect(() => {
    if (hasDeclined) onClose();
  }, [hasDeclined, onClose]);
  return (
    <Dialog isOpen onClose={onClose} title={m.profile_close_title({ brand: brand.name })}>
      {closing?.needsColleague &&
        (closing.askedAt === null ? (
          <Notice className="mb-5">{m.profile_close_colleague()}</Notice>
        ) : (
          <ClosingAsked askedAt={closing.askedAt} className="mb-5" />
        ))}
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {closing?.needsColleague ? (
          <>
            <Consequence title={m.profile_close_erased_work()}>
              {m.profile_close_erased_work_text()}
            </Consequence>
            <Consequence title={m.profile_close_stays_work()}>
              {m.profile_close_stays_work_text()}
            </Consequence>
          </>
        ) : (
          <>
            <Consequence title={m.profile_close_erased()}>{m.profile_close_erased_text()}</Consequence>
            <Consequence title={m.profile_close_stays()}>{m.profile_close_stays_text()}</Consequence>
          </>
        )}
        {closing && <Cards closing={closing} />}
      </dl>
      {closing ? (
        <CloseForm key={closing.askedAt} closing={closing} onCancel={onClose} />
      ) : error && !hasDeclined ? (
        <RetryScene error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup className="mt-6 grid gap-5">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </SkeletonGroup>
      )}
    </Dialog>
  );
}

function Consequence({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{title}</dt>
      <dd className="text-ink-soft">{children}</dd>
    </div>
  );
}

/** Cards keep their value after the account closes and are used by number and code. */
function Cards({ closing: { cards, balance, unclaimedGifts } }: { closing: Closing }) {
  return (
    <>
      {cards > 0 && (
        <Consequence title={m.profile_close_cards()}>
          {m.profile_close_cards_text({ balance: formatMoney(balance), count: cards })}
          <LinkButton to={paths.accountCards()} className="mt-3 flex w-fit">
            <Icon name="printer" size={20} />
            {m.profile_close_cards_print()}
          </LinkButton>
        </Consequence>
      )}
      {unclaimedGifts > 0 && (
        <Consequence title={m.profile_close_gifts()}>
          {m.profile_close_gifts_text({ count: unclaimedGifts })}
        </Consequence>
      )}
    </>
  );
}

interface CloseFormProps {
  closing: Closing;
  onCancel: () => void;
}

function CloseForm({ closing, onCancel }: CloseFormProps) {
  const { needsColleague, hasPassword, askedAt, cards } = closing;
  const balance = cards > 0 ? formatMoney(closing.balance) : undefined;
  const client = useQueryClient();
  const rules = closeSchema({ hasCards: balance !== undefined, hasPassword });
  const form = useZodForm(rules, { password: "", acceptCardsByCode: false });
  const close = useMutation({
    mutationFn: async ({ password, acceptCardsByCode }: { password: string; acceptCardsByCode: boolean }) => {
      const { duringSignOut } = await import("@/session/session");
      const body = { acceptCardsByCode, ...(hasPassword ? { password } : {}) };
      const ask = () => call("delete", "/api/v1/Accounts/me", { body });
      return needsColleague ? ask() : duringSignOut(ask);
    },
    onSuccess: async () => {
      if (needsColleague) {
        toast.success(m.profile_close_sent());
        // The page behind the dialog shows the pending request.
        await client.refetchQueries(closingQuery());
        return onCancel();
      }
      const { leave } = await import("@/session/session");
      leave("account-closed");
    },
    // The user may have received a card since the dialog opened. Don't await: the form must mark its fields before a toast
    // names them.
    onError: () => void client.refetchQueries(closingQuery()),
  });
  return (
    <Form
      form={form}
      onSubmit={close.mutateAsync}
      submitLabel={
        needsColleague
          ? askedAt === null
            ? m.profile_close_ask()
            : m.profile_close_ask_again()
          : m.profile_close_confirm()
      }
      isUnguarded
      isDangerous={!needsColleague}
      aside={
        <Button variant="quiet" onClick={onCancel}>
          {m.kit_cancel()}
        </Button>
      }
      className="mt-6"
    >
      {hasPassword ? (
        <FormPasswordField name="password" label={m.account_password()} autoComplete="current-password" />
      ) : (
        <p className="text-ink-soft">{m.profile_close_by_code()}</p>
      )}
      {balance !== undefined && <AcceptCardsByCode key={balance} balance={balance} />}
    </Form>
  );
}

/** Checkbox that accepts the given balance. A changed balance unticks it. */
function AcceptCardsByCode({ balance }: { balance: string }) {
  const { setValue } = useFormContext<{ acceptCardsByCode: boolean }>();
  useEffect(() => setValue("acceptCardsByCode", false), [setValue]);
  return (
    <FormCheckbox name="acceptCardsByCode" label={m.profile_close_accept({ balance })} className="mt-4" />
  );
}
