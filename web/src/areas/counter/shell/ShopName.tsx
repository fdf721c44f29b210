import { useQuery } from "@tanstack/react-query";
import { vendorQuery } from "@/api/queries/shopWindow";
import { pictureUrl } from "@/lib/pictures";

/** The shop whose counter this is. On a phone, only its logo fits. */
export function ShopName({ id }: { id: string }) {
  const shop = useQuery(vendorQuery(id)).data;
  if (!shop) return null;
  return (
    <span className="ml-1 flex min-w-0 items-center gap-2 border-l border-line pl-3 font-semibold max-sm:ml-0 max-sm:pl-2">
      {shop.logoPath && (
        <img
          src={pictureUrl("vendor", shop.logoPath, 96)}
          alt=""
          width={32}
          height={32}
          className="size-8 flex-none rounded-[8px] bg-[#fff] object-contain p-0.5"
        />
      )}
      <span className="truncate max-sm:sr-only">{shop.displayName}</span>
    </span>
  );
}
