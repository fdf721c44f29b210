import { useState } from "react";
import { Carousel } from "@/ui/list/Carousel";
import { Disclosure } from "@/ui/layout/Disclosure";
import { Pagination } from "@/ui/list/Pagination";
import { Tabs } from "@/ui/layout/Tabs";
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
              <a
                href="#shops"
                className="grid aspect-square min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center gap-1 rounded-card bg-[#fff] p-2.5 text-center font-[650] text-[#1d2b2a] no-underline shadow-rest [transition:translate_200ms_var(--ease-out),box-shadow_200ms] hover:translate-y-[-3px] hover:shadow-raised md:aspect-[4/3] [&>img]:size-full [&>img]:object-contain"
              >
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
          By email, usually within 1 hour.
        </Disclosure>
      </Sample>
    </Chapter>
  );
}
