import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { call } from "@/api/client";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { FormCheckbox, FormPasswordField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Skeleton, SkeletonGroup } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { exportQuery } from "./queries";
import { closeSchema } from "./schema";

/** Says what is erased, what stays and what is lost, and wants the password: an open browser is not its owner. */
export function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  const { data, isFetchedAfterMount } = useQuery(exportQuery());
  const left = data?.giftCards;
  const lost = left !== undefined && left.count > 0 ? formatMoney(left.balance) : undefined;
  return (
    <Dialog isOpen onClose={onClose} title={m.profile_close_title({ brand: brand.name })}>
      <dl className="grid gap-3">
        <div>
          <dt className="font-semibold">{m.profile_close_erased()}</dt>
          <dd className="text-ink-soft">{m.profile_close_erased_text()}</dd>
        </div>
        <div>
          <dt className="font-semibold">{m.profile_close_stays()}</dt>
          <dd className="text-ink-soft">{m.profile_close_stays_text()}</dd>
        </div>
        {lost !== undefined && (
          <div>
            <dt className="font-semibold">{m.profile_close_lost()}</dt>
            <dd className="text-danger">
              {m.profile_close_lost_text({ balance: lost, count: left?.count ?? 0 })}
            </dd>
          </div>
        )}
      </dl>
      {isFetchedAfterMount ? (
        <CloseForm lost={lost} onCancel={onClose} />
      ) : (
        <SkeletonGroup className="mt-6 grid gap-5">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </SkeletonGroup>
      )}
    </Dialog>
  );
}

function CloseForm({ lost, onCancel }: { lost: string | undefined; onCancel: () => void }) {
  const client = useQueryClient();
  const form = useZodForm(closeSchema(lost !== undefined), { password: "", acceptLoss: false });
  const close = useMutation({
    mutationFn: (body: { password: string; acceptLoss: boolean }) =>
      call("delete", "/api/v1/Accounts/me", { body }),
    onSuccess: async () => {
      const { leave } = await import("@/session/session");
      toast.success(m.profile_closed());
      leave();
    },
    // A card may have come in since the dialog opened: what would be lost is asked for again.
    onError: () => client.refetchQueries(exportQuery()),
  });
  return (
    <Form
      form={form}
      onSubmit={close.mutateAsync}
      submitLabel={m.profile_close_confirm()}
      isUnguarded
      isDangerous
      aside={
        <Button variant="quiet" onClick={onCancel}>
          {m.kit_cancel()}
        </Button>
      }
      className="mt-6"
    >
      <FormPasswordField name="password" label={m.account_password()} autoComplete="current-password" />
      {lost !== undefined && <AcceptLoss key={lost} lost={lost} />}
    </Form>
  );
}

/** A yes to this amount. To another one it has to be said anew. */
function AcceptLoss({ lost }: { lost: string }) {
  const { setValue } = useFormContext<{ acceptLoss: boolean }>();
  useEffect(() => setValue("acceptLoss", false), [setValue]);
  return (
    <FormCheckbox name="acceptLoss" label={m.profile_close_accept({ balance: lost })} className="mt-4" />
  );
}
