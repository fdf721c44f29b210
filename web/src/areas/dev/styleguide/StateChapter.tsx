import { brand } from "@/brands/current";
import { Button } from "@/ui/form/Button";
import { Chip, StatusChip } from "@/ui/list/Chip";
import { EmptyState } from "@/ui/layout/EmptyState";
import { LoadingBar } from "@/ui/layout/LoadingBar";
import { Notice } from "@/ui/layout/Notice";
import { SkeletonCard, SkeletonGroup, SkeletonText } from "@/ui/layout/Skeleton";
import { Spinner } from "@/ui/layout/Spinner";
import { Chapter, Sample } from "./Sample";

const tones = ["neutral", "brand", "success", "warning", "danger"] as const;

export function StateChapter() {
  return (
    <Chapter title="States">
      <Sample title="Chips">
        <div className="flex flex-wrap gap-3">
          {tones.map((tone) => (
            <Chip key={tone} tone={tone}>
              {tone}
            </Chip>
          ))}
          <StatusChip isOn>Active</StatusChip>
          <StatusChip isOn={false}>Inactive</StatusChip>
          <StatusChip isOn={false} tone="danger">
            DEACTIVATED
          </StatusChip>
        </div>
      </Sample>
      <Sample title="Notices">
        <div className="grid max-w-page gap-4 sm:grid-cols-3">
          <Notice>Your link is on its way.</Notice>
          <Notice tone="success">Your address is confirmed.</Notice>
          <Notice tone="danger">The email or the password is not right.</Notice>
        </div>
      </Sample>
      <Sample title="Waiting">
        {/* Normally fixed at the top of the screen; here inside a frame. */}
        <div className="mb-6 h-12 rounded-panel border border-line contain-paint">
          <LoadingBar isLoading />
        </div>
        <div className="grid items-start gap-8 sm:grid-cols-3">
          <p className="flex items-center gap-3">
            <Spinner /> Confirming your payment
          </p>
          <SkeletonGroup>
            <SkeletonCard />
          </SkeletonGroup>
          <SkeletonGroup>
            <SkeletonText lines={4} />
          </SkeletonGroup>
        </div>
      </Sample>
      <Sample title="Scenes">
        <div className="grid gap-6 md:grid-cols-2">
          <EmptyState
            headingLevel="h3"
            scene="moving-in"
            title="Our first shops are moving in"
            action={<Button>Register your shop</Button>}
          >
            Signs are being painted and shelves filled.
          </EmptyState>
          {brand.hasCharities && (
            <EmptyState headingLevel="h3" scene="causes-coming" title="The first causes are on their way">
              We are pinning up the first notes.
            </EmptyState>
          )}
          <EmptyState
            headingLevel="h3"
            scene="nothing-found"
            title="Nothing by that name"
            action={<Button>Clear search</Button>}
          >
            Try fewer letters, or another region.
          </EmptyState>
          <EmptyState
            headingLevel="h3"
            scene="empty-cart"
            title="Your shopping cart is empty."
            action={<Button variant="primary">Continue Shopping</Button>}
          />
          <EmptyState
            headingLevel="h3"
            scene="went-wrong"
            title="That did not work"
            action={<Button>Try again</Button>}
          >
            The page could not be loaded. Your cart is safe.
          </EmptyState>
          <EmptyState headingLevel="h3" scene="letter-sent" title="Look into your mail">
            The link in it is good for a day.
          </EmptyState>
          <EmptyState
            headingLevel="h3"
            scene="all-done"
            title="That is done"
            action={<Button variant="primary">Go on</Button>}
          >
            Your address is confirmed.
          </EmptyState>
          <EmptyState headingLevel="h3" scene="see-you" title="See you soon">
            You are signed out.
          </EmptyState>
        </div>
        <EmptyState
          isWide
          headingLevel="h3"
          scene="went-wrong"
          title="A wide one"
          className="mt-6 rounded-panel border-2 border-dashed border-line"
        >
          Scene beside the words.
        </EmptyState>
      </Sample>
    </Chapter>
  );
}
