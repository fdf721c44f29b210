import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { m } from "@/i18n";
import { Skeleton } from "@/ui/layout/Skeleton";
import type { DrawnPoster } from "./usePoster";

interface ShopPosterProps {
  /** Query of the poster, loaded with the page's other data. */
  poster: DrawnPoster;
  name: string;
  to: string;
}

/** Preview of a shop's poster, with a link to its downloads. */
export function ShopPoster({ poster: { data: drawn, isError }, name, to }: ShopPosterProps) {
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (!(drawn instanceof Blob) || !picture.current) return undefined;
    const address = URL.createObjectURL(drawn);
    picture.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [drawn]);
  const look = "aspect-[480/678] h-auto w-40 shrink-0 rounded-[8px] border border-line bg-[#fff]";
  return (
    <div className="flex flex-wrap items-center gap-5">
      {drawn === undefined ? (
        !isError && <Skeleton className={look} />
      ) : (
        <img ref={picture} alt={m.tenants_poster_alt({ name })} width={480} height={678} className={look} />
      )}
      <div className="min-w-0 grow basis-40">
        <p className="text-sm text-ink-soft">{m.summary_poster_lead()}</p>
        <p className="mt-2">
          <Link to={to} className="inline-flex min-h-11 items-center">
            {m.summary_poster_get()}
          </Link>
        </p>
      </div>
    </div>
  );
}
