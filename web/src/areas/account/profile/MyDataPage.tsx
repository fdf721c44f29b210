import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { call } from "@/api/client";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { saveFile } from "@/lib/saveFile";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { toast } from "@/ui/overlay/toast";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { ClosingAsked } from "./ClosingAsked";
import { Panel, PanelPage } from "./Panel";
import { closingQuery } from "./queries";

const CloseAccountDialog = lazyPiece(
  async () => (await import("./CloseAccountDialog")).CloseAccountDialog,
  ({ onClose }) => onClose(),
);

/** Page where users export their personal data or close their account. */
export function MyDataPage() {
  return (
    <PanelPage title={m.profile_data()} lead={m.profile_data_lead({ brand: brand.name })}>
      <Export />
      <Closing />
    </PanelPage>
  );
}

function Export() {
  const download = useMutation({
    mutationFn: () => call("get", "/api/v1/Accounts/me/export"),
    onSuccess: (data) => {
      saveFile(`${brand.slug}-${m.profile_export_file()}.json`, JSON.stringify(data, undefined, 2));
      toast.success(m.profile_exported());
    },
  });
  return (
    <Panel title={m.profile_export()}>
      <p className="text-ink-soft">{m.profile_export_text()}</p>
      <Button isBusy={download.isPending} onClick={() => download.mutate()} className="mt-5">
        <Icon name="download" size={20} />
        {m.profile_export_button()}
      </Button>
    </Panel>
  );
}

function Closing() {
  const [isAsking, setIsAsking] = useState(false);
  // Former staff need a colleague's approval, too, so today's roles don't decide this.
  const askedAt = useQuery(closingQuery()).data?.askedAt ?? null;
  return (
    <Panel title={m.profile_close()}>
      <p className="text-ink-soft">{m.profile_close_text()}</p>
      {askedAt !== null && <ClosingAsked askedAt={askedAt} className="mt-5" />}
      <Button aria-haspopup="dialog" onClick={() => setIsAsking(true)} className="mt-5">
        <Icon name="trash" size={20} />
        {m.profile_close_button()}
      </Button>
      {isAsking && (
        <Suspense>
          <CloseAccountDialog onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </Panel>
  );
}
