import { describe, expect, it } from 'vitest';
import { providerNameOf } from './request-attributes.js';

describe("a provider's name", () => {
  it.each([
    ['openai.responses', 'openai'],
    ['openai.chat', 'openai'],
    ['anthropic.messages', 'anthropic'],
    ['google.generative-ai', 'gcp.gemini'],
    ['google.vertex.chat', 'gcp.vertex_ai'],
    ['azure.responses', 'azure.ai.openai'],
    ['amazon-bedrock', 'aws.bedrock'],
    ['mistral.chat', 'mistral_ai'],
    ['xai.chat', 'x_ai'],
    ['groq.chat', 'groq'],
    ['house', 'house'],
    ['', 'unknown'],
  ])('of %s is %s', (provider, name) => {
    expect(providerNameOf({ provider, modelId: 'm' })).toBe(name);
  });

  it('is unknown if the model has none', () => {
    expect(providerNameOf(undefined)).toBe('unknown');
  });
});
