import { m } from "@/i18n";
import { QrCode } from "@/features/card/QrCode";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { drawCode, saveDrawing } from "@/areas/portal/kit/canvas";

interface CodeSheetProps {
  name: string;
  /** Full address of the page that the code leads to. */
  address: string;
}

/** Side length in pixels: enough for a sticker or a banner. */
const SIDE = 1200;

/** QR code of a public page, for download. */
export function CodeSheet({ name, address }: CodeSheetProps) {
  const save = () =>
    saveDrawing(
      "qr-code.png",
      { width: SIDE, height: SIDE, draw: (context) => drawCode(context, address, [0, 0, SIDE]) },
      1,
    );
  return (
    <section className="p-5 border border-line rounded-[min(20px,var(--corner-panel))] bg-surface">
      <h2 className="text-lg">{m.tenants_code()}</h2>
      <p className="mt-1 mb-4 text-sm text-ink-soft">{m.tenants_code_hint()}</p>
      <QrCode
        content={address}
        label={m.tenants_code_alt({ name })}
        className="h-auto w-full max-w-80 rounded-[12px] border border-line bg-[#fff]"
      />
      <Button className="mt-4 w-full" onClick={save}>
        <Icon name="download" size={20} />
        {m.tenants_code_download()}
      </Button>
    </section>
  );
}
