import { useEffect, useRef, useState } from "react";
import type { Vendor } from "@/areas/admin/tenants/vendors/vendors";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { cardShop } from "@/features/catalogue/cardShop";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { drawOn, loadPicture, saveDrawing } from "./canvas";
import { loadTypefaces, posterDrawing } from "./poster";

/** Fine enough for a sheet of letter paper. */
const PRINTED_RATIO = 5;
const SHOWN_RATIO = 2;

/** The poster of a shop: to be seen, and to be taken to the printer. */
export function PosterSheet({ vendor }: { vendor: Vendor }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [logo, setLogo] = useState<HTMLImageElement>();
  const shop = cardShop(vendor);
  const { name, hue, logoUrl } = shop;
  const address = location.origin + paths.vendor(vendor.id);

  useEffect(() => {
    let isWanted = true;
    const show = async () => {
      const [picture] = await Promise.all([logoUrl ? loadPicture(logoUrl) : undefined, loadTypefaces()]);
      if (!isWanted || !canvas.current) return;
      setLogo(picture);
      drawOn(canvas.current, posterDrawing({ shop: { name, hue }, logo: picture, address }), SHOWN_RATIO);
    };
    void show();
    return () => {
      isWanted = false;
    };
  }, [name, hue, logoUrl, address]);

  return (
    <section className="p-5 border border-line rounded-[min(20px,var(--corner-panel))] bg-surface">
      <h2 className="text-lg">{m.tenants_poster()}</h2>
      <p className="mt-1 mb-4 text-sm text-ink-soft">{m.tenants_poster_hint()}</p>
      <canvas
        ref={canvas}
        width={480}
        height={678}
        role="img"
        aria-label={m.tenants_poster_alt({ name })}
        className="h-auto w-full max-w-80 rounded-[12px] border border-line bg-[#fff]"
      />
      <Button
        className="mt-4 w-full"
        onClick={() => saveDrawing("poster.png", posterDrawing({ shop, logo, address }), PRINTED_RATIO)}
      >
        <Icon name="download" size={20} />
        {m.tenants_poster_download()}
      </Button>
    </section>
  );
}
