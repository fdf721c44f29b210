import type { ReactNode } from "react";
import { m } from "@/i18n";
import { isWebAddress } from "@/lib/webAddress";
import { Icon } from "@/ui/Icon";

/** Shortens "https://www.example.com/" to "example.com". */
function shortened(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
}

/** Allows line breaks after dots and slashes; inside a part only if it is longer than the line. */
function breakable(address: string): ReactNode[] {
  const parts = address.match(/[^./]+[./]*|[./]+/g) ?? [];
  return parts.flatMap((part, place) => (place === 0 ? [part] : [<wbr key={place} />, part]));
}

/** Website as a link, or as plain text if the address is not a safe web address. */
export function Website({ address }: { address: string }) {
  if (!isWebAddress(address)) return <span className="wrap-anywhere">{address}</span>;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand underline decoration-[1.5px] underline-offset-3"
    >
      <span className="min-w-0 wrap-break-word">{breakable(shortened(address))}</span>
      <Icon name="external-link" size={16} />
      <span className="sr-only">{m.common_new_tab()}</span>
    </a>
  );
}
