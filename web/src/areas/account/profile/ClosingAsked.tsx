import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { Button } from "@/ui/form/Button";
import { Notice } from "@/ui/layout/Notice";
import { toast } from "@/ui/overlay/toast";
import { closingQuery } from "./queries";

interface ClosingAskedProps {
  askedAt: string;
  className?: string;
}

/** Request to close an account that waits for a colleague's approval, with a button that withdraws it. */
export function ClosingAsked({ askedAt, className }: ClosingAskedProps) {
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => call("delete", "/api/v1/Accounts/me/closing"),
    onSuccess: () => toast.success(m.profile_close_withdrawn()),
    onSettled: () => client.refetchQueries(closingQuery()),
  });
  return (
    <Notice className={className}>
      <p>{m.profile_close_asked({ day: formatDay(askedAt) })}</p>
      <Button isBusy={withdraw.isPending} onClick={() => withdraw.mutate()} className="mt-3">
        {m.profile_close_withdraw()}
      </Button>
    </Notice>
  );
}
