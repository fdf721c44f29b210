import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { Switch } from "@/ui/form/Switch";
import { toast } from "@/ui/overlay/toast";
import { Panel } from "./Panel";
import { meQuery, type Me } from "./queries";

/** Setting for emails about transactions on the user's cards. The cardholder decides, not the shop. */
export function NoticesPanel({ me }: { me: Me }) {
  const client = useQueryClient();
  const choose = useMutation({
    mutationFn: (mailsMovements: boolean) =>
      call("put", "/api/v1/Accounts/me/notices", { body: { mailsMovements } }),
    onSuccess: (_answer, mailsMovements) => {
      client.setQueryData(meQuery().queryKey, (known) => known && { ...known, mailsMovements });
      toast.success(mailsMovements ? m.profile_notices_on() : m.profile_notices_off());
    },
  });
  return (
    <Panel title={m.profile_notices()}>
      <Switch
        label={m.profile_notices_switch()}
        checked={choose.isPending ? choose.variables : me.mailsMovements}
        disabled={choose.isPending}
        onChange={({ target }) => choose.mutate(target.checked)}
      />
      <p className="text-ink-soft">{m.profile_notices_text()}</p>
    </Panel>
  );
}
