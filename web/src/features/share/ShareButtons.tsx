import { m } from "@/i18n";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { toast } from "@/ui/toast";

interface ShareButtonsProps {
  text: string;
  /** A page of ours. */
  path: string;
  /** What goes along. Drawn before anybody presses: a browser opens its sheet only while the press is fresh. */
  picture: Blob | undefined;
  /** The page whose link is copied, where it isn't the one on the screen. */
  copyLabel?: string | undefined;
}

/** Whether the device's own sheet takes pictures: else none has to be drawn. */
export function takesPictures(): boolean {
  const sample = new File([], "card.png", { type: "image/png" });
  return "share" in navigator && (navigator.canShare?.({ files: [sample] }) ?? false);
}

/** Tells others of a page: by the device's own sheet where it has one, or by its address to paste. */
export function ShareButtons({ text, path, picture, copyLabel = m.share_copy() }: ShareButtonsProps) {
  const url = new URL(path, location.origin).href;
  const share = async () => {
    const files = picture && {
      files: [new File([picture], `${m.kit_card_file()}.png`, { type: "image/png" })],
    };
    try {
      await navigator.share({ text, url, ...files });
    } catch (error) {
      // Whoever closes the sheet again has changed their mind, which is no failure.
      if ((error as Error).name !== "AbortError") toast.error(m.share_not_shared({ url }));
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success(m.share_copied());
    } catch {
      toast.error(m.share_not_copied({ url }));
    }
  };
  return (
    <>
      {"share" in navigator && (
        <Button size="large" onClick={() => void share()}>
          <Icon name="megaphone" size={20} />
          {m.share_share()}
        </Button>
      )}
      <Button size="large" onClick={() => void copy()}>
        <Icon name="copy" size={20} />
        {copyLabel}
      </Button>
    </>
  );
}
