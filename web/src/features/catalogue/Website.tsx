import type { ReactNode } from "react";
import { m } from "@/i18n";
import { isWebAddress } from "@/lib/webAddress";
import { Icon } from "@/ui/Icon";

/** "https://www.example.com/" as people say it: "example.com". */
function shortened(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
}

/** Breaks after its dots and slashes where it must; inside a part only when that is longer than the line. */
function breakable(address: string): ReactNode[] {
  const parts = address.match(/[^./]+[./]*|[./]+/g) ?? [];
  return parts.flatMap((part, place) => (place === 0 ? [part] : [<wbr key={place} />, part]));
}

/** Somebody's website: a link where a browser can be sent there without harm, else the text as it stands. */
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
