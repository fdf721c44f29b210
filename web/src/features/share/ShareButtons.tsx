import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { toast } from "@/ui/overlay/toast";

interface ShareButtonsProps {
  /** Name of the shared shop or campaign, for the title that mail programs use as the subject. */
  name: string;
  text: string;
  /** Label of the share button: it says what is shared. */
  label: string;
  /** Path of the page to share. */
  path: string;
  /** Picture to share. It must be ready before the click, because browsers open the share sheet only right after a click. */
  picture: Blob | undefined;
  /** Label of the copy button, if the link is not that of the current page. */
  copyLabel?: string | undefined;
}

/** Returns whether the browser can share pictures. Otherwise none needs to be drawn. */
export function canSharePictures(): boolean {
  const sample = new File([], "card.png", { type: "image/png" });
  return "share" in navigator && (navigator.canShare?.({ files: [sample] }) ?? false);
}

/** Buttons that share a page with the device's share sheet, or copy its link. */
export function ShareButtons({
  name,
  text,
  label,
  path,
  picture,
  copyLabel = m.share_copy(),
}: ShareButtonsProps) {
  const url = new URL(path, location.origin).href;
  const share = async () => {
    const files = picture && {
      files: [new File([picture], `${m.kit_card_file()}.png`, { type: "image/png" })],
    };
    const title = m.share_title({ name, brand: brand.name });
    try {
      await navigator.share({ title, text, url, ...files });
    } catch (error) {
      // Closing the share sheet is not an error.
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
          {label}
        </Button>
      )}
      <Button size="large" onClick={() => void copy()}>
        <Icon name="copy" size={20} />
        {copyLabel}
      </Button>
    </>
  );
}
