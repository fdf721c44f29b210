import { onlineManager, QueryObserver, type QueryMeta } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { errorFromAnswer, errorFromFailure, type ApiError } from "@/api/error";
import { createQueryClient } from "@/api/queryClient";

const refusal = errorFromAnswer(400, { errorCode: "VALIDATION", errorMessage: "Please correct it." });
const named = () => errorFromAnswer(400, { errorMessage: "Please correct it.", fields: { name: "Taken." } });
const outage = errorFromFailure(new TypeError("Failed to fetch"));

/** Asks once, with the client's own policy but no pause between the tries. */
function ask(error: ApiError, meta: QueryMeta = {}) {
  const showError = vi.fn();
  const call = vi.fn().mockRejectedValue(error);
  const client = createQueryClient(showError);
  const result = client.fetchQuery({
    queryKey: ["x"],
    queryFn: call,
    meta,
    retry: client.getDefaultOptions().queries?.retry ?? false,
    retryDelay: 0,
  });
  return { result, call, showError };
}

describe("the query client", () => {
  it("shows a failed call once, in the server's words", async () => {
    const { result, call, showError } = ask(refusal);
    await expect(result).rejects.toBe(refusal);
    expect(call).toHaveBeenCalledTimes(1);
    expect(showError.mock.calls).toEqual([["Please correct it."]]);
  });

  it("tries again when the server may be back in a moment, and then tells", async () => {
    const { result, call, showError } = ask(outage);
    await expect(result).rejects.toBe(outage);
    expect(call).toHaveBeenCalledTimes(3);
    expect(showError).toHaveBeenCalledTimes(1);
  });

  it("leaves it to a form that has marked every field, and shows it where none has", async () => {
    const [marked, unmarked] = [named(), named()];
    const first = ask(marked);
    await expect(first.result).rejects.toBe(marked);
    marked.isMarked = true;
    const second = ask(unmarked);
    await expect(second.result).rejects.toBe(unmarked);
    await vi.waitFor(() => expect(second.showError.mock.calls).toEqual([["Please correct it."]]));
    expect(first.showError).not.toHaveBeenCalled();
  });

  it("leaves it to a screen that shows its own errors", async () => {
    const { result, showError } = ask(refusal, { showsItsOwnErrors: true });
    await expect(result).rejects.toBe(refusal);
    expect(showError).not.toHaveBeenCalled();
  });

  it("leaves those errors to a screen that it shows itself, and no others", async () => {
    const meta = { showsItsOwnErrors: (error: ApiError) => error === refusal };
    const [own, other] = [ask(refusal, meta), ask(outage, meta)];
    await expect(own.result).rejects.toBe(refusal);
    await expect(other.result).rejects.toBe(outage);
    expect(own.showError).not.toHaveBeenCalled();
    expect(other.showError).toHaveBeenCalledOnce();
  });

  it("shows a failed change, and never repeats it", async () => {
    const showError = vi.fn();
    const change = vi.fn().mockRejectedValue(outage);
    const client = createQueryClient(showError);
    const mutation = client.getMutationCache().build(client, { mutationFn: change });
    await expect(mutation.execute(undefined)).rejects.toBe(outage);
    expect(change).toHaveBeenCalledTimes(1);
    expect(showError.mock.calls).toEqual([["Unable to connect to server"]]);
  });
});

describe("without a network", () => {
  afterEach(() => onlineManager.setOnline(true));

  it("a change fails at once, and isn't made when the network is back", async () => {
    onlineManager.setOnline(false);
    const change = vi.fn().mockRejectedValue(outage);
    const client = createQueryClient(() => undefined);
    client.mount();
    const mutation = client.getMutationCache().build(client, { mutationFn: change });
    await expect(mutation.execute(undefined)).rejects.toBe(outage);
    onlineManager.setOnline(true);
    await client.resumePausedMutations();
    expect(change).toHaveBeenCalledTimes(1);
    client.unmount();
  });

  it("what is read fails at once, and is read again when the network is back", async () => {
    onlineManager.setOnline(false);
    const read = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValue("there");
    const client = createQueryClient(() => undefined);
    client.mount();
    const observer = new QueryObserver(client, { queryKey: ["x"], queryFn: read });
    const stop = observer.subscribe(() => undefined);
    await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
    onlineManager.setOnline(true);
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("there"));
    stop();
    client.unmount();
  });
});
