import type { PublicVendor } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { unbrokenPostalCode } from "@/lib/postalCode";
import { provinceName } from "@/lib/provinces";
import { Website } from "@/features/catalogue/Website";

/** Facts about the shop, for buyers of a card without a cause. */
export function VendorFacts({ vendor }: { vendor: PublicVendor }) {
  const { address, website, description } = vendor;
  const street = [address.addressLine1, address.addressLine2].filter(Boolean).join(", ");
  const facts = [
    { name: m.field_address(), value: street },
    { name: m.field_city(), value: address.city },
    { name: m.field_province(), value: provinceName(address.province) },
    { name: m.field_postal_code(), value: unbrokenPostalCode(address.postalCode) },
  ];
  return (
    <section
      aria-labelledby="about-shop"
      className="pt-7 border-t border-t-line [&_dl>div]:grid [&_dl>div]:grid-cols-[minmax(96px,1fr)_3fr] [&_dl>div]:items-baseline [&_dl>div]:gap-4 [&_dl>div]:py-2 [&_dt]:text-ink-soft"
    >
      <h2 id="about-shop" className="text-xl">
        {m.purchase_about_shop()}
      </h2>
      {description && <p className="mt-3 whitespace-pre-line wrap-anywhere">{description}</p>}
      <dl className="mt-4">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
        {website && (
          <div>
            <dt>{m.purchase_website()}</dt>
            <dd>
              <Website address={website} />
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
