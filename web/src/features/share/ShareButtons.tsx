import { useState } from "react";
import { m } from "@/i18n";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { toast } from "@/ui/toast";

interface ShareButtonsProps {
  text: string;
  /** A page of ours. */
  path: string;
  /** Draws what goes along, where the device takes pictures. */
  drawPicture: () => Promise<Blob>;
}

/** Tells others of a page: by the device's own sheet where it has one, or as a text to paste. */
export function ShareButtons({ text, path, drawPicture }: ShareButtonsProps) {
  const [isDrawing, setIsDrawing] = useState(false);
  const url = new URL(path, location.origin).href;
  const share = async () => {
    setIsDrawing(true);
    const files = await pictureFiles(drawPicture);
    setIsDrawing(false);
    // Whoever closes the sheet again has changed their mind, which is no failure.
    await navigator.share({ text, url, ...files }).catch(() => undefined);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${text} ${url}`);
      toast.success(m.share_copied());
    } catch {
      toast.error(m.share_not_copied({ url }));
    }
  };
  return (
    <>
      {"share" in navigator && (
        <Button size="large" isBusy={isDrawing} onClick={() => void share()}>
          <Icon name="megaphone" size={20} />
          {m.share_share()}
        </Button>
      )}
      <Button size="large" onClick={() => void copy()}>
        <Icon name="copy" size={20} />
        {m.share_copy()}
      </Button>
    </>
  );
}

/** Words and address are shared all the same where no picture can be had. */
async function pictureFiles(drawPicture: () => Promise<Blob>): Promise<{ files?: File[] }> {
  if (!navigator.canShare?.({ files: [new File([], "card.png", { type: "image/png" })] })) return {};
  try {
    return { files: [new File([await drawPicture()], `${m.kit_card_file()}.png`, { type: "image/png" })] };
  } catch {
    return {};
  }
}
