import { describe, expect, it } from 'vitest';
import { RemoteApprovalException, RemoteToolApproval, type ToolApprovalConfig } from 'toolgate/remote';
import { compileName } from './name-patterns.js';
import { readDuration } from './options.js';

const problemOf = (create: () => unknown): string => {
  try {
    create();
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(RemoteApprovalException);
    return (error as Error).message;
  }
};

const matching = (pattern: string, ...names: readonly string[]): readonly string[] => {
  const test = compileName(pattern);
  if (typeof test === 'string') throw new Error(test);
  return names.filter(test);
};

describe('a spec of agent-runtimes', () => {
  it('is taken as it is', () => {
    const approval = RemoteToolApproval.fromSpec({
      tool_approval: { tools: ['deploy.*', 'send_email'], timeout: 300, poll_interval: 2 },
    });
    const names = ['deploy_prod', 'Deploy-Prod', 'send-email', 'send_email', 'read_mail', 'email_send'];
    expect(names.filter((name) => approval.requiresApproval(name))).toEqual([
      'deploy_prod',
      'Deploy-Prod',
      'send-email',
      'send_email',
    ]);
    expect(approval.strategy.timeoutMs).toBe(300_000);
    expect(approval.unmatched(['deploy_prod'])).toEqual(['send_email']);
  });

  it('may have other parts, its own connection, and durations', () => {
    const tool_approval = {
      tools: ['x'],
      timeout: '0h5m0s',
      poll_interval: '500ms',
      service_url: 'http://a.example/b',
    };
    const spec = { name: 'agent', tool_approval, skills: [] };
    const { config, strategy } = RemoteToolApproval.fromSpec(spec, { serviceUrl: 'https://b.example/c' });
    expect(config).toMatchObject({ serviceUrl: 'https://b.example/c', timeout: '0h5m0s', pollInterval: '500ms' });
    expect(strategy.timeoutMs).toBe(300_000);
    expect(RemoteToolApproval.fromSpec(spec).config.serviceUrl).toBe('http://a.example/b');
  });

  it.each<[object, string]>([
    [{}, 'no object tool_approval'],
    [[], 'no object tool_approval'],
    [{ tool_approval: ['deploy'] }, 'no object tool_approval'],
    [{ tool_approval: { tools: ['x'], timout: 3 } }, 'Unknown option tool_approval.timout'],
    [{ tool_approval: { tools: ['x'], pollInterval: 3 } }, 'Unknown option tool_approval.pollInterval'],
    [{ tool_approval: { tools: ['x'], timeout: 0 } }, 'tool_approval.timeout is 0. Pass seconds above 0'],
    [{ tool_approval: { tools: ['x'], timeout: '5 parsecs' } }, "tool_approval.timeout is '5 parsecs'. Pass seconds"],
    [{ tool_approval: { tools: ['x'], timeout: '0h0m0s' } }, 'Pass seconds above 0'],
    [{ tool_approval: { tools: ['x'], poll_interval: -1 } }, 'tool_approval.poll_interval is -1'],
    [{ tool_approval: { tools: ['x'], service_url: 'approvals.example' } }, 'Pass the URL of the front door'],
    [{ tool_approval: { tools: ['x'], service_url: 'ftp://a.example' } }, 'Pass the URL of the front door'],
    [{ tool_approval: { tools: ['x'], on_timeout: 'run' } }, "Pass 'reject' or 'throw'"],
    [{ tool_approval: { tools: [] } }, 'Pass a list of regular expressions'],
    [{ tool_approval: { tools: 'deploy' } }, 'Pass a list of regular expressions'],
    [{ tool_approval: {} }, 'Pass a list of regular expressions'],
    [{ tool_approval: { tools: [''] } }, 'would match every tool'],
    [{ tool_approval: { tools: ['(deploy'] } }, 'The pattern "(deploy" of RemoteToolApproval cannot be used'],
    [{ tool_approval: { tools: ['(?=deploy)'] } }, 'look-around and back-references are not supported'],
    [{ tool_approval: { tools: ['(a)\\1'] } }, 'does not compile'],
    [{ tool_approval: { tools: ['(?:a{1000}){100}'] } }, 'cannot be used'],
    [{ tool_approval: { tools: ['a'.repeat(301)] } }, 'more than 300 characters'],
    [{ tool_approval: { tools: ['x'], headers: 'Bearer a-secret' } }, 'headers is a string'],
  ])('%j is refused with what to change', (spec, text) => {
    const problem = problemOf(() => RemoteToolApproval.fromSpec(spec));
    expect(problem).toContain(text);
    expect(problem).not.toContain('a-secret');
  });
});

describe('the configuration', () => {
  it.each<[object, string]>([
    [{ tools: ['x'], timeOut: 1 }, 'Unknown option timeOut of RemoteToolApproval'],
    [{ tools: ['x'], serviceUrl: 'https://user:pw@a.example' }, 'Pass the URL of the front door'],
    [{ tools: ['x'], headers: { authorization: 7 } }, 'Pass an object of strings'],
    [
      { tools: ['x'], headers: ['Bearer user:pw@'] },
      'headers of RemoteToolApproval is a list. Pass an object of strings',
    ],
    [{ tools: ['x'], headers: { authorization: 'Bearer user:pw@\nlast line' } }, 'Remove line ends'],
    [{ tools: [/deploy/] }, 'Pass a list of regular expressions'],
  ])('%j is refused with what to change', (config, text) => {
    const problem = problemOf(() => new RemoteToolApproval(config as ToolApprovalConfig));
    expect(problem).toContain(text);
    expect(problem).not.toContain('pw@');
  });
});

describe('a duration', () => {
  it.each<[unknown, number | undefined]>([
    [1, 1000],
    [0.25, 250],
    ['90', 90_000],
    ['1.5', 1500],
    ['5m', 300_000],
    ['1h30m', 5_400_000],
    ['0h5m0s', 300_000],
    ['250ms', 250],
    ['1d', 86_400_000],
    ['5 parsecs', undefined],
    ['5x', undefined],
    ['', undefined],
    ['-5s', undefined],
    [NaN, undefined],
    [null, undefined],
  ])('%j has %j ms', (given, ms) => {
    expect(readDuration(given)).toBe(ms);
  });
});

describe('a pattern', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['deploy', ['redeploy', 'DEPLOY'], ['deplo']],
    ['^deploy$', ['deploy', 'Deploy'], ['deploy_prod', 'redeploy']],
    ['^deploy_prod$', ['deploy-prod', 'deploy_prod'], ['my_deploy_prod']],
    ['send-email', ['send_email'], ['sendemail']],
    ['a-b_c', ['a_b-c', 'a-b-c', 'a_b_c'], ['abc']],
    ['a\\-b', ['a_b'], ['ab']],
    ['[a-c]x', ['bx'], ['-x', 'dx']],
    ['v[_]1', ['v-1', 'v_1'], ['v1']],
    ['(?P<my_name>mail)', ['read_mail'], ['read']],
    ['\\bmail\\b', ['mail'], ['email']],
  ])('%s matches %j and not %j', (pattern, names, others) => {
    expect(matching(pattern, ...names, ...others)).toEqual(names);
  });

  it('takes a time that is linear in the name', () => {
    const name = `${'a'.repeat(100_000)}!`;
    expect(matching('(a+)+$', name)).toEqual([]);
  });
});
