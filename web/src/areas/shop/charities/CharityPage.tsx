import { useEffect, useRef } from "react";
import { NavigationType, useNavigate, useNavigationType, useParams } from "react-router";
import { charityQuery } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { NO_CAMPAIGN, paths } from "@/paths";
import { detailPage } from "@/shared/page/DetailPlaceholder";
import { Page } from "@/shared/page/Page";
import { useLoaded } from "@/shared/page/useLoaded";
import { WITHIN_PAGE } from "@/shared/page/withinPage";
import { Tabs } from "@/ui/layout/Tabs";
import { CharityCampaigns } from "./CharityCampaigns";
import { CharitySidebar } from "./CharitySidebar";
import { SupportingVendors } from "./SupportingVendors";

/** A cause, with its campaigns and supporting shops in two tabs. Each tab has a path of its own. */
export function CharityPage() {
  const { id = "", campaignId } = useParams();
  const charity = useLoaded(charityQuery(id));
  const navigate = useNavigate();
  const content = useRef<HTMLDivElement>(null);
  const shownCampaign = useRef(campaignId);
  const isGoingOn = useNavigationType() === NavigationType.Push;
  const selected = campaignId === undefined ? "campaigns" : "vendors";

  // After choosing from far down a list, scroll to the top of the next list. Going back restores the scroll position.
  useEffect(() => {
    const isShown = shownCampaign.current === campaignId;
    shownCampaign.current = campaignId;
    const element = content.current;
    if (isShown || !isGoingOn || !element) return;
    if (element.getBoundingClientRect().top < 0) element.scrollIntoView();
  }, [campaignId, isGoingOn]);

  const select = (name: "campaigns" | "vendors") => {
    const place =
      name === "campaigns" ? paths.charity(charity.id) : paths.charityVendors(charity.id, NO_CAMPAIGN);
    void navigate(place, { state: WITHIN_PAGE, preventScrollReset: true });
  };

  return (
    <Page
      title={charity.displayName}
      description={charity.introduction ?? m.causes_one_description({ name: charity.displayName })}
    >
      <div className={detailPage}>
        <CharitySidebar charity={charity} />
        <div ref={content} className="min-w-0">
          <Tabs
            label={m.causes_tabs()}
            tabs={[
              { name: "campaigns", label: m.causes_campaigns() },
              { name: "vendors", label: m.causes_vendors() },
            ]}
            selected={selected}
            onSelect={select}
          >
            {campaignId === undefined ? (
              <CharityCampaigns charity={charity} />
            ) : (
              <SupportingVendors charity={charity} campaignId={campaignId} />
            )}
          </Tabs>
        </div>
      </div>
    </Page>
  );
}
