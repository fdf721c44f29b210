import { useState } from "react";
import { Carousel } from "@/ui/Carousel";
import { Disclosure } from "@/ui/Disclosure";
import { Pagination } from "@/ui/Pagination";
import { Tabs } from "@/ui/Tabs";
import { Chapter, Sample } from "./Sample";

const tabs = [
  { name: "campaigns", label: "CAMPAIGNS" },
  { name: "vendors", label: "SUPPORTING VENDORS" },
] as const;

const shops = Array.from({ length: 21 }, (_, index) => `Shop ${index + 1}`);

export function NavigationChapter() {
  const [tab, setTab] = useState<(typeof tabs)[number]["name"]>("campaigns");
  const [page, setPage] = useState(6);
  return (
    <Chapter title="Navigation">
      <Sample title="Tabs">
        <Tabs label="Charity" tabs={tabs} selected={tab} onSelect={setTab}>
          <p>The panel of {tab}.</p>
        </Tabs>
      </Sample>
      <Sample title="Pagination">
        <Pagination label="Twelve pages" page={page} pageCount={12} onPage={setPage} />
      </Sample>
      <Sample title="Carousel">
        <div className="max-w-form">
          <Carousel label="Shops" items={shops} itemKey={String}>
            {(shop) => (
              <a href="#shops" className="logo-tile">
                {shop}
              </a>
            )}
          </Carousel>
        </div>
      </Sample>
      <Sample title="Accordion">
        <Disclosure name="faq" summary="Does a card expire?" isOpenAtFirst>
          Never. It keeps its full value until it is spent.
        </Disclosure>
        <Disclosure name="faq" summary="How does it arrive?">
          By e-mail, usually within 1 hour.
        </Disclosure>
      </Sample>
    </Chapter>
  );
}
