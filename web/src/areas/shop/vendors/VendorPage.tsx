import { useParams } from "react-router";
import { vendorQuery, type PublicVendor } from "@/api/queries/shopWindow";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { VendorSide } from "@/features/catalogue/VendorSide";
import { amountsOf } from "@/lib/cardAmounts";
import { paths } from "@/paths";
import { detailPage } from "@/shared/page/DetailPlaceholder";
import { useAddressFilter } from "@/shared/page/useAddressFilter";
import { Page } from "@/shared/page/Page";
import { useLoaded } from "@/shared/page/useLoaded";
import { Tabs } from "@/ui/layout/Tabs";
import { AmountCards } from "./AmountCards";
import { CampaignPicker } from "./CampaignPicker";

/** A shop, with its cards in two tabs: those that support a cause and those that don't. */
export function VendorPage() {
  const { id = "" } = useParams();
  const vendor = useLoaded(vendorQuery(id));
  return (
    <Page title={vendor.displayName} description={m.shop_vendor_description({ shop: vendor.displayName })}>
      <div className={detailPage}>
        <VendorSide vendor={vendor} back={{ to: paths.vendorList(), label: m.shop_back_to_vendors() }} />
        <div className="min-w-0">
          {brand.hasCharities && amountsOf(vendor.amount).length > 0 ? (
            <CardKinds vendor={vendor} />
          ) : (
            <>
              <h2 className="mb-6 text-2xl">{m.shop_choose_amount()}</h2>
              <AmountCards vendor={vendor} />
            </>
          )}
        </div>
      </div>
    </Page>
  );
}

const LOCAL = "local";

function CardKinds({ vendor }: { vendor: PublicVendor }) {
  const filter = useAddressFilter();
  const selected = filter.read("card") === LOCAL ? LOCAL : "charity";
  return (
    <Tabs
      label={m.shop_card_kinds()}
      tabs={[
        { name: "charity", label: m.shop_charity_card() },
        { name: LOCAL, label: m.shop_local_card() },
      ]}
      selected={selected}
      onSelect={(name) => filter.write("card", name === LOCAL ? LOCAL : "")}
    >
      {selected === LOCAL ? <AmountCards vendor={vendor} /> : <CampaignPicker vendor={vendor} />}
    </Tabs>
  );
}
