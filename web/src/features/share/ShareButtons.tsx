import { m } from "@/i18n";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { toast } from "@/ui/toast";

interface ShareButtonsProps {
  text: string;
  /** A page of ours. */
  path: string;
}

/** Tells others of a page: by the device's own sheet where it has one, or as a text to paste. */
export function ShareButtons({ text, path }: ShareButtonsProps) {
  const url = new URL(path, location.origin).href;
  // Whoever closes the sheet again has changed their mind, which is no failure.
  const share = () => void navigator.share({ text, url }).catch(() => undefined);
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
        <Button size="large" onClick={share}>
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
