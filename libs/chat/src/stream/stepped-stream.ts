import { ignore, isPromiseLike } from '#core';
import type { AdvisedStream } from '../contract/advisor.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import { NestedSteps } from './nested-steps.js';
import type { OnError, OnStep, Step } from './pulled-stream.js';
import { isStream, type Steps } from './steps.js';
import { StreamLayer } from './stream-layer.js';

/** The stream of the parts that steps yield. Like an async generator, it handles one request after the other. */
export class SteppedStream extends StreamLayer {
  private onStep: OnStep = ignore;
  private onError: OnError = ignore;
  /** `true` while the steps run or wait for a promise. */
  private isBusy = false;
  private requests: (() => void)[] | undefined = undefined;
  private onValue: ((value: unknown) => void) | undefined = undefined;
  private onFailure: ((error: unknown) => void) | undefined = undefined;
  private nested: NestedSteps<ChatClientResponse> | undefined = undefined;

  constructor(private readonly body: Steps) {
    super();
  }

  /** Creates the stream of steps. */
  static of(body: Steps): AdvisedStream {
    return new SteppedStream(body);
  }

  /** Returns the steps, for a driver that runs them instead of reading this stream. */
  override steps(): Steps {
    return this.body;
  }

  protected override advance(onStep: OnStep, onError: OnError): void {
    if (this.isBusy) return this.afterwards(() => this.pull(onStep, onError));
    this.listen(onStep, onError);
    return this.resume(undefined);
  }

  protected override continueWith(response: ChatClientResponse, onStep: OnStep, onError: OnError): void {
    this.listen(onStep, onError);
    this.resume(response);
  }

  protected override fail(error: unknown, onStep: OnStep, onError: OnError): void {
    if (this.isBusy) return this.afterwards(() => this.fail(error, onStep, onError));
    this.listen(onStep, onError);
    return this.resumeWithError(error);
  }

  protected override leave(value: ChatClientResponse): Promise<Step> {
    return new Promise((resolve, reject) => this.end(value, resolve, reject));
  }

  private end(value: ChatClientResponse, onStep: OnStep, onError: OnError): void {
    if (this.isBusy) return this.afterwards(() => this.end(value, onStep, onError));
    this.listen(onStep, onError);
    return this.follow(() => this.running.return(value));
  }

  private listen(onStep: OnStep, onError: OnError): void {
    this.onStep = onStep;
    this.onError = onError;
  }

  private afterwards(request: () => void): void {
    (this.requests ??= []).push(request);
  }

  private resume(value: unknown): void {
    this.follow(() => this.running.next(value));
  }

  private resumeWithError(error: unknown): void {
    this.follow(() => this.running.throw(error));
  }

  private get running(): NestedSteps<ChatClientResponse> {
    return (this.nested ??= new NestedSteps(this.body));
  }

  private follow(resume: () => ReturnType<Steps['next']>): void {
    const { onStep, onError } = this;
    this.isBusy = true;
    let step: ReturnType<Steps['next']>;
    try {
      step = resume();
    } catch (error) {
      return this.finishStep(() => onError(error));
    }
    if (step.done) return this.finishStep(() => onStep(step));
    const { value } = step;
    if (isPromiseLike(value)) return this.waitFor(value);
    if (isStream(value)) return this.finishStep(() => this.enter(value, onStep, onError));
    return this.finishStep(() => onStep({ done: false, value }));
  }

  // The steps stay busy until the promise settles.
  private waitFor(value: PromiseLike<unknown>): void {
    // Bound, because V8 allocates a function literal in the old space, and the turn with it, if the literal is assigned
    // to a property.
    const onValue = (this.onValue ??= this.resume.bind(this));
    const onFailure = (this.onFailure ??= this.resumeWithError.bind(this));
    void Promise.resolve(value).then(onValue, onFailure);
  }

  private finishStep(report: () => void): void {
    this.isBusy = false;
    report();
    const { requests } = this;
    if (!requests) return;
    this.requests = undefined;
    for (const request of requests) request();
  }
}
