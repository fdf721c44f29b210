import { m } from "@/i18n";
import { formatTime } from "@/lib/dates";
import { paths } from "@/paths";
import type { components } from "@/api/schema";
import { QrCode } from "@/features/card/QrCode";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { toast } from "@/ui/overlay/toast";

/** Link that registers a device as the till, as QR code and text. It is shown only once. */
export function TillLink({ token, expiresAt }: components["schemas"]["TillLink"]) {
  const link = location.origin + paths.enrolTill(token);
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    toast.success(m.tills_link_copied());
  };
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <p>{m.tills_link_text()}</p>
      <QrCode content={link} label={m.tills_link_picture()} className="size-56 rounded-control" />
      <p className="font-semibold">{m.tills_link_until({ time: formatTime(expiresAt) })}</p>
      <p className="text-sm wrap-anywhere text-ink-soft">{link}</p>
      <Button onClick={() => void copy()}>
        <Icon name="copy" size={18} />
        {m.tills_link_copy()}
      </Button>
    </div>
  );
}
